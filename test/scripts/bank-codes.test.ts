import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect } from "vitest";
import { z } from "zod";
import { bankCommands } from "../../scripts/admin/bank.ts";
import type { Database } from "../../sql/process/database.ts";
import { findProviderCode } from "../../sql/banks/banks.ts";
import { sql } from "../../sql/process/sql-tag.ts";
import { testEncryptionKeys } from "../helpers/encryption-key.ts";
import { test } from "../helpers/test.ts";

type Bank = { code: string; name: string; nipBankCode?: string };

/** What Monnify would list whose codes we have, all of them. */
const known = (database: Database) =>
  database.any(sql.type(z.object({ code: z.string(), name: z.string() }))`
    select c.provider_code as code, b.name from bank_provider_codes c join banks b on b.code = c.bank_code
    where c.gateway = 'monnify' order by 1`);

async function importCodes(database: Database, banks: readonly Bank[], apply?: "yes", gateway = "monnify") {
  const folder = await mkdtemp(join(tmpdir(), "banks-"));
  const file = join(folder, "banks.json");
  await writeFile(file, JSON.stringify({ requestSuccessful: true, responseBody: banks }));
  const { run } = bankCommands["import-codes"].prepare({
    provider: gateway,
    file,
    ...(apply && { apply }),
  });
  try {
    return await run({
      database,
      acting: { actor: "Ada", reason: "list of March" },
      webhookUrlRules: { allowCidrs: [] },
      encryptionKeys: async () => testEncryptionKeys,
      hasLiveGateway: async () => true,
    });
  } finally {
    await rm(folder, { recursive: true });
  }
}

test("shows how our codes of banks differ from a provider's list, and takes over what is new or gone when told", async ({
  database,
}) => {
  const list = await known(database);
  expect(await importCodes(database, list)).toMatchObject({ listed: 23, applied: false, differences: [] });

  const gone = list.find(({ code }) => code === "305")!;
  const renamed = list.find(({ code }) => code === "058")!;
  const changed: Bank[] = [
    ...list.filter((bank) => bank !== gone && bank !== renamed),
    { code: "058", name: "Diamond Microfinance" },
    { code: "50211", name: "Kuda MFB", nipBankCode: "090267" },
    { code: "99999", name: "A Bank That Nobody Has" },
  ];
  const differences = [
    { difference: "gone", bankCode: "999992", providerCode: "305" },
    { difference: "new", bankCode: "50211", providerCode: "50211", providerName: "Kuda MFB" },
    { difference: "renamed", bankCode: "058", providerCode: "058", providerName: "Diamond Microfinance" },
  ];
  expect(await importCodes(database, changed)).toMatchObject({ applied: false, differences });
  expect(await findProviderCode(database, "monnify", "50211")).toBeNull();

  expect(await importCodes(database, changed, "yes")).toMatchObject({ applied: true, differences });
  expect(await findProviderCode(database, "monnify", "50211")).toBe("50211");
  expect(await findProviderCode(database, "monnify", "999992")).toBeNull();
  // Whose the code is now, a person has to find out.
  expect(await findProviderCode(database, "monnify", "058")).toBe("058");
  const logged = sql.type(z.object({ actor: z.string(), target: z.string(), after: z.unknown() }))`
    select actor, target, after from audit_log where action = 'bank import-codes'`;
  expect(await database.any(logged)).toEqual([
    { actor: "Ada", target: "monnify", after: { new: ["50211"], gone: ["305"] } },
  ]);
});

test("a list that lacks many of our codes is not taken over", async ({ database }) => {
  const list = await known(database);
  await expect(importCodes(database, list.slice(0, 12), "yes")).rejects.toThrow("is it whole?");
  expect(await known(database)).toEqual(list);
});

test("a gateway that is told our own codes has none to take over", async ({ database }) => {
  await expect(importCodes(database, await known(database), "yes", "http")).rejects.toThrow("it uses ours");
});
