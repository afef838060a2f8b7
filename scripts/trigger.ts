import { runProgram } from "./cli/run-program.ts";
import { createTriggerProgram } from "./trigger/create-trigger-program.ts";

await runProgram(createTriggerProgram((document) => console.log(JSON.stringify(document))));
