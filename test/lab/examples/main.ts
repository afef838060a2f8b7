import { writeFile } from "node:fs/promises";
import { format } from "prettier";
import { createCommand } from "../command.ts";
import { playEndpoints } from "./play-endpoints.ts";
import { startService } from "./start-service.ts";

createCommand(
  "examples",
  "Calls every endpoint of a service of its own, as a merchant would, and keeps the responses in " +
    "ingress/openapi/examples.json. Run it when contracts change; a test fails when the examples no longer fit.",
).parse();

const file = new URL("../../../ingress/openapi/examples.json", import.meta.url);
await using service = await startService();
const examples = await playEndpoints(service);
await writeFile(file, await format(JSON.stringify(examples), { parser: "json", printWidth: 110 }));
console.log(`${Object.values(examples.operations).flat().length} responses are in ${file.pathname}.`);
