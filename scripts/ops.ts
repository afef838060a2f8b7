import { describeAdminError } from "./admin/create-admin-program.ts";
import { printDocument } from "./cli/print-document.ts";
import { runProgram } from "./cli/run-program.ts";
import { createOpsProgram } from "./ops/program/create-ops-program.ts";
import { readScripts } from "./ops/program/read-scripts.ts";

const program = createOpsProgram(await readScripts(), { print: printDocument });
await runProgram(program, { describeError: describeAdminError });
