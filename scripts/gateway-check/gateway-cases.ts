import { balanceCases } from "./balance-cases.ts";
import type { GatewayCase } from "./gateway-case.ts";
import { lookupCases } from "./lookup-cases.ts";
import { provisionCases } from "./provision-cases.ts";
import { transferCases } from "./transfer-cases.ts";

/**
 * What every gateway must do: tests run these cases against each of ours, and `npm run gateway:check` against others'.
 */
export const gatewayCases: GatewayCase[] = [
  ...lookupCases,
  ...balanceCases,
  ...provisionCases,
  ...transferCases,
];
