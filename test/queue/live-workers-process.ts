import { pino } from "pino";
import { readConfig } from "../../workers/config.ts";
import { startWorkers } from "../../workers/start-workers.ts";

// Workers with a live gateway, as workers/main.ts starts them, but on the database of the tests: a crash of its machine
// could lose what it has committed, and main.ts refuses to move live money then.
await startWorkers(readConfig(process.env), pino(), () => process.exit(1));
