import { describeAdminError } from "./admin/create-admin-program.ts";
import { printDocument } from "./cli/print-document.ts";
import { runProgram } from "./cli/run-program.ts";
import { createOpsProgram } from "./ops/create-ops-program.ts";
import { readScripts } from "./ops/read-scripts.ts";

await runProgram(createOpsProgram(await readScripts(), printDocument), { describeError: describeAdminError });
