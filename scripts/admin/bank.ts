import { readFile } from "node:fs/promises";
import { z } from "zod";
import { gatewayNames } from "../../workers/gateways/manifest/manifests.ts";
import { compareBankCodes, importBankCodes } from "../../sql/banks/bank-codes.ts";
import { CliError } from "../cli/cli-error.ts";
import { oneOfFlag } from "../cli/flags.ts";
import { command } from "./command.ts";

const code = z.union([z.string(), z.number().transform(String)]);
const bank = z
  .object({ code, name: z.string().trim().min(1), nipBankCode: code.nullish() })
  .transform(({ nipBankCode, ...rest }) => ({ ...rest, nipCode: nipBankCode ?? null }));
/** The lists of banks of Paystack and Flutterwave, and of Monnify. */
const response = z.union([
  z.object({ data: z.array(bank).min(1) }).transform(({ data }) => data),
  z.object({ responseBody: z.array(bank).min(1) }).transform(({ responseBody }) => responseBody),
]);

export const bankCommands = {
  "import-codes": command({
    summary:
      "Compare our bank codes with a provider's list; --apply yes adds new codes and removes missing ones",
    writes: true,
    flags: z.object({
      provider: oneOfFlag(gatewayNames).describe("the provider of the list"),
      file: z.string().describe("the provider's list of banks, as JSON from its API"),
      apply: oneOfFlag(["yes", "no"]).optional().describe("yes: change our codes; otherwise nothing changes"),
    }),
    run: async ({ database, acting }, { provider: gateway, file, apply }) => {
      const listed = await readList(file);
      const isApplied = apply === "yes";
      const list = {
        gateway,
        codes: listed.map((one) => one.code),
        names: listed.map(({ name }) => name),
        nipCodes: listed.map(({ nipCode }) => nipCode),
      };
      const differences = isApplied
        ? await importBankCodes(database, { ...list, acting })
        : await compareBankCodes(database, list);
      return { provider: gateway, listed: listed.length, applied: isApplied, differences };
    },
  }),
};

async function readList(file: string): Promise<z.output<typeof bank>[]> {
  const text = await readFile(file, "utf8").catch(() => {
    throw new CliError("VALIDATION_ERROR", "--file cannot be read");
  });
  const list = response.safeParse(orUndefined(text)).data;
  if (list === undefined)
    throw new CliError(
      "VALIDATION_ERROR",
      "--file must be the provider's list of banks: JSON with codes and names",
    );
  return list;
}

function orUndefined(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
