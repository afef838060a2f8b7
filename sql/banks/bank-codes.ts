import { z } from "zod";
import { call } from "../process/call.ts";

const differences = { difference: z.enum(["new", "gone", "renamed"]), providerName: z.string().nullable() };

/**
 * The differences between our codes for a provider's banks and its own list. `nipCodes`: those of the interbank
 * switch, if listed.
 */
export const compareBankCodes = call("compare_bank_codes", differences);

/** Imports new and gone codes, and returns the differences. */
export const importBankCodes = call("import_bank_codes", differences);
