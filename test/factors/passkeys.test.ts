import { describe, expect } from "vitest";
import { z } from "zod";
import type { Database } from "../../sql/process/database.ts";
import { sql } from "../../sql/process/sql-tag.ts";
import { outcomeOf, type ApiResponse } from "../helpers/call.ts";
import { createAuthenticator } from "./create-authenticator.ts";
import { createMember } from "../helpers/create-member.ts";
import { createPerson, type Person } from "../helpers/create-person.ts";
import { startTestIngress, type TestIngress } from "../helpers/platform/start-test-ingress.ts";
import { test } from "../helpers/test.ts";

/** What the ingress of tests takes for its own address. */
const publicUrl = "http://localhost:3000";

const post = (ingress: TestIngress, path: string, session?: string, body?: object) =>
  ingress.call("POST", `/dashboard/api/${path}`, { session, ...(body !== undefined && { body }) });

/** Adds a passkey of a person's authenticator. */
async function addPasskey(ingress: TestIngress, { session, reference }: Person, name = "Laptop") {
  const authenticator = createAuthenticator(publicUrl, reference);
  const { data: options } = await post(ingress, "passkeys/begin", session);
  const added = await post(ingress, "passkeys", session, { name, credential: authenticator.create(options) });
  return { authenticator, added, passkey: added.data?.passkey as string };
}

type Authenticator = ReturnType<typeof createAuthenticator>;

async function signIn(
  ingress: TestIngress,
  authenticator: Authenticator,
  tricks: Parameters<Authenticator["sign"]>[1] = {},
): Promise<ApiResponse> {
  const { data: options } = await post(ingress, "sign-in/passkey/begin");
  return post(ingress, "sign-in/passkey", undefined, { credential: authenticator.sign(options, tricks) });
}

/** The session's token in a response's cookie. */
const tokenOf = ({ headers }: ApiResponse) =>
  /__Host-session=([^;]+)/.exec(headers.get("set-cookie") ?? "")?.[1];

const lapseProof = (database: Database, { id }: Person) =>
  database.query(sql.type(z.object({}))`
    update sessions set proved_at = now() - interval '10 minutes 1 second' where person_id = ${id}`);

const auditOf = (database: Database, { id }: Person) =>
  database.anyFirst(sql.type(z.object({ action: z.string() }))`
    select action from audit_log where person_id = ${id} order by id`);

describe("a passkey", () => {
  test("signs its person in, and is both factors", async ({ fileDatabase, fileIngress }) => {
    const { tenant } = await createMember(fileDatabase);
    const person = await createPerson(fileDatabase, [[tenant.merchantId, "viewer"]]);
    const { authenticator, added } = await addPasskey(fileIngress, person);
    expect(added.status).toBe(201);
    expect(added.data.recoveryCodes).toHaveLength(10);
    const session = tokenOf(await signIn(fileIngress, authenticator))!;
    const { data } = await fileIngress.call("GET", "/dashboard/api/session", { session });
    expect(data.person.reference).toBe(person.reference);
    const { data: factors } = await fileIngress.call("GET", "/dashboard/api/factors", { session });
    expect(factors).toMatchObject({
      passkeys: [{ name: "Laptop", lastUsedAt: expect.any(String) }],
      totpSince: null,
      recoveryCodesLeft: 10,
    });
    expect(await auditOf(fileDatabase, person)).toEqual(["passkey add"]);
  });

  test("brings recovery codes the first time alone", async ({ fileDatabase, fileIngress }) => {
    const person = await createPerson(fileDatabase);
    await addPasskey(fileIngress, person);
    expect((await addPasskey(fileIngress, person, "Phone")).added.data.recoveryCodes).toBeNull();
  });

  test.for([
    ["a challenge of another origin's page", { origin: "https://evil.example" }],
    ["another host's", { host: "evil.example" }],
    ["an authenticator that did not check the person", { unverified: true }],
    ["another person's handle", { userHandle: "per_00000000000000000000000000" }],
  ] as const)("does not sign in with %s", async ([, tricks], { fileDatabase, fileIngress }) => {
    const { authenticator } = await addPasskey(fileIngress, await createPerson(fileDatabase));
    const refused = await signIn(fileIngress, authenticator, tricks);
    expect(outcomeOf(refused)).toBe("VALIDATION_ERROR");
    expect(tokenOf(refused)).toBeUndefined();
    expect((await signIn(fileIngress, authenticator)).status).toBe(200);
  });

  test.for([
    ["on another origin's page", { origin: "https://evil.example" }],
    ["for another host", { host: "evil.example" }],
    ["without checking the person", { unverified: true }],
  ] as const)("is not added where it was made %s", async ([, tricks], { fileDatabase, fileIngress }) => {
    const { session, reference } = await createPerson(fileDatabase);
    const { data: options } = await post(fileIngress, "passkeys/begin", session);
    const credential = createAuthenticator(publicUrl, reference).create(options, tricks);
    expect(outcomeOf(await post(fileIngress, "passkeys", session, { name: "x", credential }))).toBe(
      "VALIDATION_ERROR",
    );
  });

  test("that nobody has and one that is wrong get the same response", async ({
    fileDatabase,
    fileIngress,
  }) => {
    const { authenticator } = await addPasskey(fileIngress, await createPerson(fileDatabase));
    const wrong = await signIn(fileIngress, authenticator, { origin: "https://evil.example" });
    const unknown = await signIn(fileIngress, createAuthenticator(publicUrl, "per_none"));
    expect(unknown.error).toEqual(wrong.error);
    const { data: one } = await post(fileIngress, "sign-in/passkey/begin");
    expect(one.allowCredentials ?? []).toEqual([]);
  });

  test("signs a challenge once, also when the signature is sent ten times at once", async ({
    fileDatabase,
    fileIngress,
  }) => {
    const { authenticator } = await addPasskey(fileIngress, await createPerson(fileDatabase));
    const { data: options } = await post(fileIngress, "sign-in/passkey/begin");
    const credential = authenticator.sign(options);
    const send = () => post(fileIngress, "sign-in/passkey", undefined, { credential });
    const responses = await Promise.all(Array.from({ length: 10 }, send));
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(outcomeOf(await send())).toBe("VALIDATION_ERROR");
  });

  test("that counts nothing signs as often as its person likes", async ({ fileDatabase, fileIngress }) => {
    const { authenticator } = await addPasskey(fileIngress, await createPerson(fileDatabase));
    expect((await signIn(fileIngress, authenticator, { count: 0 })).status).toBe(200);
    expect((await signIn(fileIngress, authenticator, { count: 0 })).status).toBe(200);
  });

  test("whose count does not grow was copied: it is refused, and owners can read of it", async ({
    fileDatabase,
    fileIngress,
  }) => {
    const { tenant } = await createMember(fileDatabase);
    const person = await createPerson(fileDatabase, [[tenant.merchantId, "owner"]]);
    const { authenticator } = await addPasskey(fileIngress, person);
    expect((await signIn(fileIngress, authenticator, { count: 5 })).status).toBe(200);
    for (const count of [5, 4, 0]) {
      expect(outcomeOf(await signIn(fileIngress, authenticator, { count }))).toBe("VALIDATION_ERROR");
    }
    expect(await auditOf(fileDatabase, person)).toEqual([
      "passkey add",
      "passkey clone",
      "passkey clone",
      "passkey clone",
    ]);
    expect((await signIn(fileIngress, authenticator, { count: 6 })).status).toBe(200);
  });

  test("is one of 20 at most, also when many are added at once, and one credential is one passkey", async ({
    fileDatabase,
    fileIngress,
  }) => {
    const person = await createPerson(fileDatabase);
    const all: Awaited<ReturnType<typeof addPasskey>>[] = [];
    for (let lot = 0; lot < 4; lot += 1) {
      const six = Array.from({ length: 6 }, () => addPasskey(fileIngress, person));
      all.push(...(await Promise.all(six)));
    }
    expect(all.filter(({ added }) => added.status === 201)).toHaveLength(20);
    expect(all.filter(({ added }) => added.error?.code === "STATE_CONFLICT")).toHaveLength(4);
    const other = await createPerson(fileDatabase);
    const { data: options } = await post(fileIngress, "passkeys/begin", other.session);
    const { authenticator } = all.find(({ added }) => added.status === 201)!;
    const taken = { name: "x", credential: authenticator.create(options) };
    expect(outcomeOf(await post(fileIngress, "passkeys", other.session, taken))).toBe("STATE_CONFLICT");
  });
});

describe("a challenge", () => {
  test("counts for what it was made for, and in its own session alone", async ({
    fileDatabase,
    fileIngress,
  }) => {
    const [ada, bob] = [await createPerson(fileDatabase), await createPerson(fileDatabase)];
    const { authenticator } = await addPasskey(fileIngress, ada);
    await addPasskey(fileIngress, bob);
    const challenges = {
      "sign-in": (await post(fileIngress, "sign-in/passkey/begin")).data,
      registration: (await post(fileIngress, "passkeys/begin", ada.session)).data,
      "step-up": (await post(fileIngress, "step-up/passkey", ada.session)).data,
      bob: (await post(fileIngress, "step-up/passkey", bob.session)).data,
    };
    for (const [kind, options] of Object.entries(challenges)) {
      const credential = authenticator.sign(options);
      const signedIn = await post(fileIngress, "sign-in/passkey", undefined, { credential });
      expect([kind, signedIn.status === 200]).toEqual([kind, kind === "sign-in"]);
      const made = createAuthenticator(publicUrl, ada.reference).create(options);
      const added = await post(fileIngress, "passkeys", ada.session, { name: "x", credential: made });
      expect([kind, added.status === 201]).toEqual([kind, kind === "registration"]);
      const stepped = await post(fileIngress, "step-up", ada.session, {
        credential: authenticator.sign(options),
      });
      expect([kind, stepped.status === 200]).toEqual([kind, kind === "step-up"]);
      if (stepped.status === 200) ada.session = tokenOf(stepped)!;
    }
  });

  test("lapses after five minutes, and one that was changed or made up is none", async ({
    fileDatabase,
    fileIngress,
  }) => {
    const { makeChallenge, isChallenge } = await import("../../ingress/factors/passkey-challenge.ts");
    const { testEncryptionKeys } = await import("../helpers/encryption-key.ts");
    const use = { for: "sign-in" } as const;
    const challenge = Buffer.from(makeChallenge(testEncryptionKeys, use)).toString("base64url");
    expect(isChallenge(testEncryptionKeys, challenge, use)).toBe(true);
    expect(isChallenge(testEncryptionKeys, `${challenge}=`, use)).toBe(false);
    expect(isChallenge(testEncryptionKeys, challenge.slice(0, -2), use)).toBe(false);
    expect(isChallenge(testEncryptionKeys, Buffer.alloc(46).toString("base64url"), use)).toBe(false);
    const { vi } = await import("vitest");
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 5 * 60_000 + 1 });
    try {
      expect(isChallenge(testEncryptionKeys, challenge, use)).toBe(false);
    } finally {
      vi.useRealTimers();
    }
    const { authenticator } = await addPasskey(fileIngress, await createPerson(fileDatabase));
    const forged = { challenge: Buffer.alloc(46, 7).toString("base64url") };
    const credential = authenticator.sign(forged);
    expect(outcomeOf(await post(fileIngress, "sign-in/passkey", undefined, { credential }))).toBe(
      "VALIDATION_ERROR",
    );
  });

  test("that nobody uses leaves nothing in the database", async ({ database, ingress }) => {
    for (let n = 0; n < 5; n += 1) await post(ingress, "sign-in/passkey/begin");
    expect(
      await database.oneFirst(
        sql.type(z.object({ n: z.bigint() }))`select count(*) as n from used_challenges`,
      ),
    ).toBe(0n);
  });
});

describe("passkeys are looked after", () => {
  test("by their own person alone", async ({ fileDatabase, fileIngress }) => {
    const [ada, bob] = [await createPerson(fileDatabase), await createPerson(fileDatabase)];
    const { passkey } = await addPasskey(fileIngress, ada);
    await addPasskey(fileIngress, ada);
    const path = `/dashboard/api/passkeys/${passkey}`;
    const rename = (session: string) =>
      fileIngress.call("PATCH", path, { session, body: { name: "Bob's now" } });
    expect(outcomeOf(await rename(bob.session))).toBe("NOT_FOUND");
    expect(outcomeOf(await post(fileIngress, `passkeys/${passkey}/remove`, bob.session))).toBe("NOT_FOUND");
    expect((await rename(ada.session)).status).toBe(200);
    expect((await post(fileIngress, `passkeys/${passkey}/remove`, ada.session)).status).toBe(200);
    expect(await auditOf(fileDatabase, ada)).toEqual([
      "passkey add",
      "passkey add",
      "passkey rename",
      "passkey remove",
    ]);
  });

  test("but the last way in stays, also when two are removed at once", async ({
    fileDatabase,
    fileIngress,
  }) => {
    const person = await createPerson(fileDatabase);
    const all = [await addPasskey(fileIngress, person), await addPasskey(fileIngress, person)];
    const removed = await Promise.all(
      all.map(({ passkey }) => post(fileIngress, `passkeys/${passkey}/remove`, person.session)),
    );
    expect(removed.map(outcomeOf).toSorted()).toEqual([200, "STATE_CONFLICT"]);
  });

  test("and with the last second factor the recovery codes go", async ({ fileDatabase, fileIngress }) => {
    const person = await createPerson(fileDatabase);
    await fileDatabase.query(sql.type(z.object({}))`
      update people set password_hash = 'x' where id = ${person.id}`);
    const { passkey } = await addPasskey(fileIngress, person);
    await post(fileIngress, `passkeys/${passkey}/remove`, person.session);
    const { data } = await fileIngress.call("GET", "/dashboard/api/factors", { session: person.session });
    expect(data).toEqual({ passkeys: [], totpSince: null, recoveryCodesLeft: 0 });
    expect(outcomeOf(await post(fileIngress, "recovery-codes", person.session))).toBe("STATE_CONFLICT");
  });
});

describe("a step-up", () => {
  const delicate = ["passkeys/begin", "totp/begin", "totp/disable", "recovery-codes"];

  test("is asked for ten minutes after the last proof", async ({ fileDatabase, fileIngress }) => {
    const person = await createPerson(fileDatabase);
    const { passkey } = await addPasskey(fileIngress, person);
    await lapseProof(fileDatabase, person);
    for (const path of [...delicate, `passkeys/${passkey}/remove`]) {
      expect([path, outcomeOf(await post(fileIngress, path, person.session))]).toEqual([
        path,
        "STEP_UP_REQUIRED",
      ]);
    }
  });

  test("with a passkey gives the session a new token, and the old one is dead", async ({
    fileDatabase,
    fileIngress,
  }) => {
    const person = await createPerson(fileDatabase);
    const { authenticator } = await addPasskey(fileIngress, person);
    await lapseProof(fileDatabase, person);
    const { data: options } = await post(fileIngress, "step-up/passkey", person.session);
    const credential = authenticator.sign(options);
    const session = tokenOf(await post(fileIngress, "step-up", person.session, { credential }))!;
    expect((await post(fileIngress, "passkeys/begin", session)).status).toBe(200);
    expect(outcomeOf(await post(fileIngress, "passkeys/begin", person.session))).toBe("AUTH_REQUIRED");
    expect(outcomeOf(await post(fileIngress, "step-up", session, { credential }))).toBe("VALIDATION_ERROR");
  });

  test("takes no passkey of somebody else", async ({ fileDatabase, fileIngress }) => {
    const [ada, bob] = [await createPerson(fileDatabase), await createPerson(fileDatabase)];
    await addPasskey(fileIngress, ada);
    const { authenticator } = await addPasskey(fileIngress, bob);
    const { data: options } = await post(fileIngress, "step-up/passkey", ada.session);
    const credential = authenticator.sign(options);
    expect(outcomeOf(await post(fileIngress, "step-up", ada.session, { credential }))).toBe(
      "VALIDATION_ERROR",
    );
  });
});

test("a passkey works at the address that PUBLIC_URL names alone", async ({ databaseUrl, database }) => {
  await using ingress = await startTestIngress(databaseUrl, { publicUrl: "https://pay.example" });
  const { session, reference } = await createPerson(database);
  const { data: options } = await post(ingress, "passkeys/begin", session);
  expect(options.rp.id).toBe("pay.example");
  const elsewhere = createAuthenticator(publicUrl, reference).create(options);
  expect(outcomeOf(await post(ingress, "passkeys", session, { name: "x", credential: elsewhere }))).toBe(
    "VALIDATION_ERROR",
  );
  const here = createAuthenticator("https://pay.example", reference).create(options);
  expect((await post(ingress, "passkeys", session, { name: "x", credential: here })).status).toBe(201);
});
