import { describe, expect } from "vitest";
import { z } from "zod";
import { totpCode } from "../../ingress/factors/totp.ts";
import { createPasswords } from "../../ingress/people/passwords.ts";
import type { Database } from "../../sql/process/database.ts";
import { startSession } from "../../sql/sessions/sessions.ts";
import { sql } from "../../sql/process/sql-tag.ts";
import { outcomeOf } from "../helpers/call.ts";
import { createMember } from "../helpers/create-member.ts";
import { createPerson } from "../helpers/create-person.ts";
import { startTestIngress, type TestIngress } from "../helpers/platform/start-test-ingress.ts";
import { test } from "../helpers/test.ts";
import { openBrowser, type TestBrowser } from "../people/browser.ts";
import { lastToken } from "../people/read-mails.ts";

const password = "a lagoon at dusk 7";
const hash = createPasswords().hash(password);
const nothing = z.object({});

/** An owner with a password in their own browser, and a thief with another of their sessions. */
async function createVictim(database: Database, ingress: TestIngress) {
  const { tenant, keyReference } = await createMember(database);
  const person = await createPerson(database, [[tenant.merchantId, "owner"]]);
  await database.query(sql.type(nothing)`
    update people set password_hash = ${await hash} where id = ${person.id}`);
  const stolen = await startSession(database, person.id, { address: "203.0.113.9", userAgent: "thief" });
  const open = (session: string) => openBrowser(ingress, new Map([["__Host-session", session]]));
  return { ...person, tenant, keyReference, own: open(person.session), thief: open(stolen) };
}

/** Turns on an app for codes, with the code of the step before. */
async function addApp({ post }: TestBrowser): Promise<void> {
  const { secret } = (await post("totp/begin")).data as { secret: string };
  const code = totpCode(secret, Math.floor(Date.now() / 30_000) - 1);
  expect((await post("totp", { code })).status).toBe(201);
}

const rowsOf = (database: Database, { id }: { id: bigint }) =>
  database.anyFirst(sql.type(z.object({ action: z.string() }))`
    select action from audit_log where person_id = ${id} order by id`);

describe("whoever stole a session", () => {
  test("cannot keep its person from ending it: what changes nothing leaves no row", async ({
    database,
    databaseUrl,
  }) => {
    await using ingress = await startTestIngress(databaseUrl, { limitsPerMinute: { all: 100_000 } });
    const ada = await createVictim(database, ingress);
    const webhook = { url: "https://203.0.114.9/in" };
    const networks = { allowedCidrs: ["203.0.113.0/24"] };
    const noOps = async () => [
      await ada.thief.post(`test/keys/${ada.keyReference}/revoke`),
      await ada.thief.post("sessions/ses_00000000000000000000000000/end"),
      await ada.thief.post("origins", { origin: "https://shop.example.com" }),
    ];
    const put = () => ada.thief.send("PUT", "test/webhook-endpoint", webhook);
    const patch = () => ada.thief.send("PATCH", `test/keys/${ada.keyReference}`, networks);
    await put();
    await patch();
    await noOps();
    const before = await rowsOf(database, ada);
    expect(before).toEqual(["webhook set", "key networks", "key revoke", "origin add"]);
    for (let n = 0; n < 5; n += 1) await Promise.all([noOps(), put(), patch()]);
    expect(await rowsOf(database, ada)).toEqual(before);
  });

  test("cannot use up the changes of an hour that its person needs to end it", async ({
    database,
    ingress,
  }) => {
    const ada = await createVictim(database, ingress);
    await database.query(sql.type(nothing)`
      select log_action(
        ${ada.tenant.merchantId}, 'live', 'payout create', 'pyt', null, null,
        row(${ada.email}, ${ada.id}, '203.0.113.9', null, null)::acting
      ) from generate_series(1, 1000)`);
    // What gives rights is refused.
    const origin = { origin: "https://shop.example.com" };
    expect(outcomeOf(await ada.thief.post("origins", origin))).toBe("RATE_LIMITED");
    expect((await ada.own.post(`test/keys/${ada.keyReference}/revoke`)).status).toBe(200);
    expect((await ada.own.post("sessions/end-others")).data).toEqual({ ended: 1 });
    const change = { current: password, new: "another lagoon 88" };
    expect((await ada.own.post("change-password", change)).status).toBe(200);
    await ada.own.post("request-password-reset", { email: ada.email });
    const token = await lastToken(database, ada.email, "reset_password");
    const reset = { token, password: "a third lagoon 33" };
    expect((await ada.own.post("reset-password", reset)).status).toBe(200);
    // Sessions and passwords have no other bound, so that these leave rows up to a number.
    const rows = await rowsOf(database, ada);
    expect(rows.slice(1000)).toEqual(["key revoke", "person reset-password"]);
  });

  test("cannot use up the requests that its person needs to end it", async ({ database, databaseUrl }) => {
    await using ingress = await startTestIngress(databaseUrl, { limitsPerMinute: { all: 8 } });
    const ada = await createVictim(database, ingress);
    for (const path of ["test/balances", "session"]) for (let n = 0; n < 9; n += 1) await ada.thief.get(path);
    for (const path of ["test/balances", "session"])
      expect([path, outcomeOf(await ada.thief.get(path))]).toEqual([path, "RATE_LIMITED"]);
    expect(outcomeOf(await ada.own.get("test/balances"))).toBe("RATE_LIMITED");
    expect((await ada.own.get("session")).status).toBe(200);
    expect((await ada.own.get("sessions")).data).toHaveLength(2);
    const change = { current: password, new: "another lagoon 88" };
    expect((await ada.own.post("change-password", change)).status).toBe(200);
    expect((await ada.own.get("sessions")).data).toHaveLength(1);
  });

  /** What lowers the factors of a person, or needs a proof of who it is. */
  const delicate = ["totp/disable", "recovery-codes", "passkeys/begin"];

  test("and knows the password proves nothing by changing it, where there is a second factor", async ({
    fileDatabase,
    fileIngress,
  }) => {
    const ada = await createVictim(fileDatabase, fileIngress);
    await addApp(ada.own);
    const change = { current: password, new: "another lagoon 88" };
    expect((await ada.thief.post("change-password", change)).status).toBe(200);
    for (const path of delicate)
      expect([path, outcomeOf(await ada.thief.post(path))]).toEqual([path, "STEP_UP_REQUIRED"]);
    const again = await ada.thief.post("step-up", { password: change.new });
    expect(again.error.details).toEqual({ password: expect.stringContaining("is not enough") });
    // Nor does a link to choose a password, which the thief reads too.
    await ada.own.post("request-password-reset", { email: ada.email });
    const token = await lastToken(fileDatabase, ada.email, "reset_password");
    await ada.thief.post("reset-password", { token, password: "a third lagoon 33" });
    const signedIn = await ada.thief.post("sign-in", { email: ada.email, password: "a third lagoon 33" });
    expect(signedIn.data).toEqual({ next: "second_factor", factors: ["totp"] });
  });

  test("and proved it by the password has to prove it again once there is a second factor", async ({
    fileDatabase,
    fileIngress,
  }) => {
    const ada = await createVictim(fileDatabase, fileIngress);
    expect((await ada.thief.post("step-up", { password })).status).toBe(200);
    await addApp(ada.own);
    for (const path of delicate)
      expect([path, outcomeOf(await ada.thief.post(path))]).toEqual([path, "STEP_UP_REQUIRED"]);
    // The session that added it goes on.
    expect((await ada.own.post("recovery-codes")).status).toBe(201);
  });
});
