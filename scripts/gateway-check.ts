import { runProgram } from "./cli/run-program.ts";
import { createGatewayCheckProgram } from "./gateway-check/create-gateway-check-program.ts";

await runProgram(createGatewayCheckProgram());
