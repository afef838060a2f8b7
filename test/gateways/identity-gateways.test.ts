import { describe, expect, test } from "vitest";
import type { IdentityGateway } from "../../workers/gateways/gateway.ts";
import { createDojahGateway } from "../../workers/gateways/dojah/create-dojah-gateway.ts";
import { meanings as dojahStatuses } from "../../workers/gateways/dojah/status-map.ts";
import { createPremblyGateway } from "../../workers/gateways/prembly/create-prembly-gateway.ts";
import { httpMeanings, meanings as premblyCodes } from "../../workers/gateways/prembly/status-map.ts";
import { startDojah } from "./dojah/start-dojah.ts";
import type { IdentityMisbehaviour } from "../helpers/outside/start-identity-provider.ts";
import { startPrembly } from "./prembly/start-prembly.ts";
import { startReceiver } from "../helpers/outside/start-receiver.ts";
import { facts, identities, testConformance } from "./conformance.ts";

const { signal } = new AbortController();
const person = { first: "ADAEZE", middle: "", last: "OKAFOR", phones: ["08030000000"] };
const question = { reference: "idr_01", phone: "08099999999" };
const bvn = { ...question, type: "bvn" as const, identifier: "22222222222" };
const nin = { ...question, type: "nin" as const, identifier: "70123456789" };
const found = { kind: "found", name: "ADAEZE OKAFOR", phones: ["08030000000"] };

const gateways = [
  { name: "dojah", start: startDojah, create: createDojahGateway },
  { name: "prembly", start: startPrembly, create: createPremblyGateway },
];

describe.each(gateways)("every provider of identity records, here $name,", ({ start, create }) => {
  async function startWithPerson() {
    const provider = await start();
    for (const { identifier } of [bvn, nin]) provider.records.set(identifier, person);
    return { provider, gateway: create(provider) };
  }

  test.concurrent("returns the name and phones on record, and not found", async () => {
    const { provider, gateway } = await startWithPerson();
    await using _ = provider;
    for (const asked of [bvn, nin]) {
      expect(await gateway.lookUpIdentity(asked, signal)).toEqual(found);
      const nobody = { ...asked, identifier: "33333333333" };
      expect(await gateway.lookUpIdentity(nobody, signal)).toEqual({ kind: "not_found" });
      provider.records.set(asked.identifier, { ...person, middle: "NGOZI" });
      expect(await gateway.lookUpIdentity(asked, signal)).toEqual({ ...found, name: "ADAEZE NGOZI OKAFOR" });
    }
    expect(provider).toMatchObject({ calls: 6, strays: 0 });
  });

  /** What passes by itself: nobody is called. */
  const passing: IdentityMisbehaviour[] = [
    ...(["refuse", "drop", "break", "unavailable", "rate limited", "register down"] as const),
  ];
  const bad: IdentityMisbehaviour[] = [
    ...passing,
    ...(["a web page", "half a response", "a redirect", "ten megabytes"] as const),
    ...(["an error with status 200", "not found, of a proxy", "another person"] as const),
    ...(["a missing member", "a masked phone", "a record of other types"] as const),
  ];
  const alerting = {
    "wrong key": "IDENTITY_LOOKUPS_REFUSED",
    "empty balance": "IDENTITY_LOOKUPS_REFUSED",
    "a status that no document names": "IDENTITY_STATUS_UNKNOWN",
    "a text that no document names": "IDENTITY_STATUS_UNKNOWN",
  } as const;

  for (const how of [...bad, ...(Object.keys(alerting) as (keyof typeof alerting)[])]) {
    test.concurrent(`takes ${how} for unknown, and repeats nothing of it`, async () => {
      const { provider, gateway } = await startWithPerson();
      await using _ = provider;
      for (const asked of [bvn, nin]) {
        provider.misbehave(how, 1);
        const result = await gateway.lookUpIdentity(asked, signal);
        expect(result).toMatchObject({ kind: "unknown", reason: expect.any(String) });
        const alerts = "forOperator" in result ? result.forOperator : undefined;
        if (how in alerting) expect(alerts).toBe(alerting[how as keyof typeof alerting]);
        if (passing.includes(how)) expect(alerts).toBeUndefined();
        expect(JSON.stringify(result)).not.toMatch(/\d{5}|ADAEZE|0803|not found/);
        expect(await gateway.lookUpIdentity(asked, signal)).toEqual(found);
      }
      expect(provider.strays).toBe(0);
    });
  }

  for (const how of [
    ...(["other spellings", "a date in another form", "a masked identifier"] as const),
    "an empty second phone",
  ] as IdentityMisbehaviour[]) {
    test.concurrent(`reads a record with ${how}`, async () => {
      const { provider, gateway } = await startWithPerson();
      await using _ = provider;
      provider.misbehave(how);
      for (const asked of [bvn, nin]) expect(await gateway.lookUpIdentity(asked, signal)).toEqual(found);
    });
  }

  test.concurrent("reads a phone that comes as a number, which has lost its 0", async () => {
    const { provider, gateway } = await startWithPerson();
    await using _ = provider;
    provider.misbehave("a phone as number");
    expect(await gateway.lookUpIdentity(bvn, signal)).toEqual({ ...found, phones: ["8030000000"] });
  });

  test.concurrent("gives up on a response that does not come, at its deadline and when aborted", async () => {
    const { provider, gateway } = await startWithPerson();
    await using _ = provider;
    provider.misbehave("hang");
    const late = { kind: "unknown", reason: "no response in time" };
    const patient = gateway.lookUpIdentity(bvn, signal);
    expect(await gateway.lookUpIdentity(nin, AbortSignal.timeout(200))).toEqual(late);
    expect(await patient).toEqual(late);
  });

  test.concurrent("is refused with another key or app, and calls nobody else", async () => {
    const { provider } = await startWithPerson();
    await using _ = provider;
    const refused = { kind: "unknown", reason: "status 401", forOperator: "IDENTITY_LOOKUPS_REFUSED" };
    for (const wrong of [{ secret: "another" }, { appId: "another" }])
      expect(await create({ ...provider, ...wrong }).lookUpIdentity(bvn, signal)).toEqual(refused);
    expect(provider.calls).toBe(0);
  });
});

/** The result of a lookup when the provider responds with exactly this. */
async function resultFor(
  create: (settings: { url: string; appId: string; secret: string }) => IdentityGateway,
  status: number,
  body: unknown,
  asked: typeof bvn | typeof nin = bvn,
) {
  await using says = await startReceiver((response) => response.writeHead(status).end(JSON.stringify(body)));
  return await create({ url: says.url, appId: "a", secret: "s" }).lookUpIdentity(asked, signal);
}

describe.concurrent("the gateway to Dojah", () => {
  /** docs.dojah.io, "Response codes". */
  const documented = [200, 400, 401, 402, 403, 404, 405, 408, 424, 429, 500, 502, 503, 504];

  test("knows every status that the documents list, and no other", () => {
    expect([...dojahStatuses.keys()]).toEqual(documented);
  });

  test.each(documented)("says of status %i alone neither found nor not found", async (status) => {
    for (const body of [{}, { error: "Something" }, { entity: {} }, []])
      expect(await resultFor(createDojahGateway, status, body)).toMatchObject({ kind: "unknown" });
  });

  test("takes for not found only Dojah's word for that very kind of number", async () => {
    for (const status of [400, 404]) {
      for (const error of ["BVN not found", "bvn not found", "BVN not found."])
        expect(await resultFor(createDojahGateway, status, { error })).toEqual({ kind: "not_found" });
      expect(await resultFor(createDojahGateway, status, { error: "NIN not found" }, nin)).toEqual({
        kind: "not_found",
      });
      for (const message of ["BVN not found", "Record not found", "BVN record not found."])
        for (const error of [undefined, null, { code: 5 }, message])
          expect(
            await resultFor(createDojahGateway, status, { status, error, message, reference_id: "1" }),
          ).toEqual({ kind: "not_found" });
      for (const message of ["NIN not found", "Not found", "Route not found", "NIN record not found"])
        expect(await resultFor(createDojahGateway, status, { status, message })).toMatchObject({
          kind: "unknown",
          forOperator: "IDENTITY_STATUS_UNKNOWN",
        });
      for (const error of ["NIN not found", "not found", "App not found", "BVN service not found", ""])
        expect(await resultFor(createDojahGateway, status, { error })).toMatchObject({
          kind: "unknown",
          forOperator: "IDENTITY_STATUS_UNKNOWN",
        });
    }
    for (const status of [200, 401, 402, 424, 500, 503])
      expect(await resultFor(createDojahGateway, status, { error: "BVN not found" })).toMatchObject({
        kind: "unknown",
      });
  });

  test("reads every documented spelling of a phone, and all phones", async () => {
    const names = { first_name: "ADA", last_name: "OBI" };
    for (const name of ["mobile", "phone_number", "phone_number1", "telephone", "phone"])
      expect(
        await resultFor(createDojahGateway, 200, { entity: { ...names, [name]: "+234 803 000 0000" } }),
      ).toEqual({ kind: "found", name: "ADA OBI", phones: ["+234 803 000 0000"] });
    const entity = { ...names, phone_number1: "08030000000", phone_number2: "08031111111" };
    expect(await resultFor(createDojahGateway, 200, { entity })).toMatchObject({
      phones: ["08030000000", "08031111111"],
    });
  });

  test.each([null, "", "  ", "-", "00000000000", 0])(
    "takes a record whose phone is %j for unknown",
    async (mobile) => {
      const entity = { first_name: "ADA", last_name: "OBI", mobile };
      expect(await resultFor(createDojahGateway, 200, { entity })).toMatchObject({
        kind: "unknown",
        reason: expect.stringMatching(/^a response that does not fit: .*mobile$/),
      });
    },
  );

  test("takes a record without a name, or of a verdict in place of a person, for unknown", async () => {
    const verdict = { bvn: { value: "22222222222", status: true }, first_name: { status: true } };
    for (const entity of [{ mobile: "08030000000" }, { first_name: "", mobile: "" }, verdict, null, []])
      expect(await resultFor(createDojahGateway, 200, { entity })).toMatchObject({
        kind: "unknown",
        reason: expect.stringMatching(/^a response that does not fit/),
      });
  });
});

describe.concurrent("the gateway to Prembly", () => {
  const alertOf = (status: number) => {
    const meaning = httpMeanings.get(status);
    if (meaning === "unavailable") return undefined;
    return meaning === "refused" ? "IDENTITY_LOOKUPS_REFUSED" : "IDENTITY_STATUS_UNKNOWN";
  };
  /** docs.prembly.com, "Response codes and verification status". */
  const documented = ["00", "01", "02", "03", "07"];
  const data = { firstName: "ADA", lastName: "OBI", phoneNumber: "08030000000" };
  const says = (response_code: unknown, more: object = {}) =>
    resultFor(createPremblyGateway, 200, { status: true, response_code, data, ...more });

  test.each([null, "", "  ", "-", "00000000000", 0])(
    "takes a record whose phone is %j for unknown",
    async (phoneNumber) => {
      expect(await says("00", { data: { ...data, phoneNumber } })).toMatchObject({
        kind: "unknown",
        reason: expect.stringMatching(/^a response that does not fit: .*mobile$/),
      });
    },
  );

  test("reads the record of a NIN under either name", async () => {
    for (const more of [{ data }, { nin_data: data }, { nin_data: data, data: { other: 1 } }])
      expect(
        await resultFor(createPremblyGateway, 200, { status: true, response_code: "00", ...more }, nin),
      ).toEqual({ kind: "found", name: "ADA OBI", phones: ["08030000000"] });
    // Of a BVN there is one.
    expect(await says("00", { data: undefined, nin_data: data })).toMatchObject({ kind: "unknown" });
  });

  test("knows every code that the documents list, and no other", () => {
    expect([...premblyCodes.keys()]).toEqual(documented);
  });

  test.each([
    ["00", { kind: "found", name: "ADA OBI", phones: ["08030000000"] }],
    ["01", { kind: "not_found" }],
    ["02", { kind: "unknown", reason: "code 02" }],
    ["03", { kind: "unknown", reason: "code 03", forOperator: "IDENTITY_LOOKUPS_REFUSED" }],
    ["07", { kind: "not_found" }],
  ])("decides on code %s", async (code, result) => {
    expect(await says(code)).toEqual(result);
  });

  test("takes every other code, and none, for unknown, and alerts", async () => {
    for (const code of ["04", "0", "000", "22222222222", 0, 1, null, undefined, "constructor"])
      expect(await says(code), String(code)).toMatchObject({
        kind: "unknown",
        forOperator: "IDENTITY_STATUS_UNKNOWN",
        reason: expect.not.stringMatching(/\d{3}/),
      });
  });

  test("takes a verification that says otherwise than the code for unknown", async () => {
    for (const [code, status] of [
      ["00", "NOT-VERIFIED"],
      ["00", "PENDING"],
      ["01", "PENDING"],
      ["01", "VERIFIED"],
      ["07", "PENDING"],
    ])
      expect(await says(code, { verification: { status } })).toMatchObject({ kind: "unknown" });
    expect(await says("00", { status: false })).toMatchObject({ kind: "unknown" });
    expect(await says("00", { verification: { status: null } })).toMatchObject({ kind: "found" });
  });

  test("believes a code with status 200 alone", async () => {
    for (const status of [201, 400, 401, 402, 403, 404, 418, 429, 500, 503])
      for (const code of documented) {
        const result = await resultFor(createPremblyGateway, status, {
          status: true,
          response_code: code,
          data,
        });
        expect(result.kind).toBe("unknown");
        const alerts = "forOperator" in result ? result.forOperator : undefined;
        expect(alerts).toBe(alertOf(status));
      }
  });
});

for (const { name, start, create } of gateways)
  testConformance({
    kind: name,
    offers: identities,
    async start() {
      const server = await start();
      server.records.set(facts.identity.identifier, { ...person, first: "ADA", last: "OBI" });
      return { server, gateway: create(server) };
    },
  });
