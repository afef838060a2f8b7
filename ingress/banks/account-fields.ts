import { z } from "zod";
import { bankCodePattern } from "../../sql/banks/bank.ts";
import { printable, text } from "../http/fields.ts";

export const bankCode = text(bankCodePattern, "must be the code of a bank of GET /v1/banks, as a string");

export const accountNumber = text(/^\d{10}$/, "must be the 10-digit account number, as a string");

export const accountName = printable(200);

/** The environment for a dashboard session; orSession() reads it. A key has its own, so with a key it is ignored. */
export const sessionEnvironment = z
  .string({ error: "must be given once" })
  .describe("test or live. Required with a dashboard session; ignored with a key, which carries its own.")
  .optional();
