import { balanceCases } from "./balance-cases.ts";
import type { GatewayCase } from "./gateway-case.ts";
import { lookupCases } from "./lookup-cases.ts";
import { provisionCases } from "./provision-cases.ts";
import { transferCases } from "./transfer-cases.ts";

/** What every gateway must do: the tests ask it of each of ours, and `npm run gateway:check` of one by others. */
export const gatewayCases: GatewayCase[] = [
  ...lookupCases,
  ...balanceCases,
  ...provisionCases,
  ...transferCases,
];
