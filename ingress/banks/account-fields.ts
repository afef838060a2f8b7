import { z } from "zod";
import { printable, text } from "../http/fields.ts";

export const bankCode = text(/^\d{3,6}$/, "must be the code of a bank of GET /v1/banks, as a string");

export const accountNumber = text(/^\d{10}$/, "must be the 10-digit account number, as a string");

export const accountName = printable(200);

/** The documented API has it for dashboard sessions. A key carries its own environment, so any value is ignored. */
export const ignoredEnvironment = z
  .string({ error: "must be given once" })
  .describe("Ignored: a key carries its own environment.")
  .optional();
