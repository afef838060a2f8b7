import { createAdminProgram, describeAdminError } from "./admin/create-admin-program.ts";
import { printDocument } from "./cli/print-document.ts";
import { runProgram } from "./cli/run-program.ts";

await runProgram(createAdminProgram(printDocument), { describeError: describeAdminError });
