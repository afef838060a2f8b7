import { z } from "zod";
import { moneyJson } from "./money.ts";

export const balanceJson = z
  .object({
    currency: z.string(),
    available: moneyJson.describe("Money you can pay out."),
    reserved: moneyJson.describe("Money reserved for unfinished payouts and identity checks."),
  })
  .meta({ id: "Balance", description: "The merchant's money in one currency." });
