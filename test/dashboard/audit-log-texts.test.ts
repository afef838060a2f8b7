import { readdir, readFile } from "node:fs/promises";
import { describe, expect } from "vitest";
import { auditActions, describeEntry } from "../../widget/dashboard/audit-log/actions.ts";
import type { AuditEntry } from "../../widget/dashboard/api/types.ts";
import { createMember } from "../helpers/create-member.ts";
import { createPerson } from "../helpers/create-person.ts";
import { test } from "../helpers/test.ts";

const folder = new URL("../../sql/", import.meta.url);

/** The actions that SQL writes into the audit log of a merchant, which its owners read. */
async function writtenActions(): Promise<Set<string>> {
  const files = (await readdir(folder, { recursive: true })).filter((name) => name.endsWith(".sql"));
  const written = new Set<string>();
  for (const name of files) {
    const source = (await readFile(new URL(name, folder), "utf8")).replaceAll(/--.*$/gm, "");
    const calls = source.matchAll(/perform (?:log_action|log_person_action|change_kyb_status)\(\s*([^;]*);/g);
    for (const [, values] of calls) {
      if (values!.startsWith("null,") || values!.includes(" p_action,")) continue;
      // An action has two words or more; other texts among the values are names of members.
      const actions = [...values!.matchAll(/'([a-z-]+(?: [a-z-]+)+)'/g)].map(([, action]) => action!);
      expect(actions, name).not.toEqual([]);
      for (const action of actions) written.add(action);
    }
  }
  return written;
}

const entry = { who: "Ada", target: "a target", before: null, after: null };

describe("the audit log that owners read", () => {
  test("has a sentence and a filter for every action that SQL writes, and none besides", async () => {
    const written = await writtenActions();
    expect(written).toContain("key networks");
    const unnamed = [...written].filter((action) => describeEntry(action, entry).startsWith("Ada: "));
    expect(unnamed).toEqual([]);
    expect(auditActions.map(([action]) => action).toSorted()).toEqual([...written].toSorted());
    expect(new Set(auditActions.map(([, text]) => text)).size).toBe(written.size);
  });

  test("says whether an account became the default, or is that no longer", () => {
    const say = (isDefault: boolean) =>
      describeEntry("payout-account default", {
        ...entry,
        after: { isDefault, accountNumber: "******6789" },
      });
    expect(say(true)).toBe("Ada made the payout account ******6789 the default");
    expect(say(false)).toBe("Ada removed the payout account ******6789 as the default");
  });

  test("names the keys that work on for a member with another role, if there are any", () => {
    const say = (facts: object) =>
      describeEntry("member set-role", {
        ...entry,
        before: { role: "owner" },
        after: { role: "viewer", ...facts },
      });
    expect(say({})).toBe("Ada changed the role of a target from owner to viewer");
    expect(say({ keysKept: ["sk_live_…1234"] })).toBe(
      "Ada changed the role of a target from owner to viewer; kept sk_live_…1234",
    );
  });

  test("tells a limit in naira, and the kind of a document as it is listed", () => {
    expect(describeEntry("limit set", { ...entry, after: { payoutMax: 12_345_600 } })).toBe(
      "Ada set the maximum per payout to ₦123,456.00",
    );
    const after = { kind: "proof_of_address", type: "application/pdf", size: 1 };
    expect(describeEntry("verification document add", { ...entry, after })).toBe(
      "Ada added a verification document: Proof of address",
    );
  });

  test("names keys, endpoints and origins by what was changed", async ({
    database,
    ingress,
    workers: _running,
  }) => {
    const { tenant } = await createMember(database);
    const { session } = await createPerson(database, [[tenant.merchantId, "owner"]]);
    const call = async (method: string, path: string, body: object) => {
      const response = await ingress.call(method, `/dashboard/api/${path}`, { session, body });
      expect(response.status, response.text).toBeLessThan(300);
      return response.data;
    };
    const { reference, lastFour } = await call("POST", "test/keys", { scopes: ["kyc:read"] });
    await call("PATCH", `test/keys/${reference}`, { allowedCidrs: ["1.2.3.4"] });
    await call("POST", `test/keys/${reference}/rotate`, { overlapHours: 1 });
    await call("POST", `test/keys/${reference}/revoke`, {});
    await call("PUT", "test/webhook-endpoint", { url: "https://203.0.114.9/in" });
    await call("POST", "test/webhook-endpoint/rotate-secret", { overlapHours: 1 });
    await call("POST", "origins", { origin: "https://shop.example:8443" });
    await call("POST", "origins/remove", { origin: "https://shop.example:8443" });
    const { data } = await ingress.call("GET", "/dashboard/api/audit-log", { session });
    const own = (data as AuditEntry[]).filter(({ who }) => who !== null);
    expect(own.map((one) => describeEntry(one.action, { ...one, who: "Ada" })).toReversed()).toEqual([
      `Ada created the API key sk_test_…${lastFour}`,
      `Ada changed the allowed IP addresses of the API key sk_test_…${lastFour}`,
      `Ada rotated the API key sk_test_…${lastFour}`,
      `Ada revoked the API key sk_test_…${lastFour}`,
      "Ada set the webhook URL to an address at https://203.0.114.9",
      "Ada rotated the webhook secret",
      "Ada allowed https://shop.example:8443 to embed checkouts",
      "Ada stopped https://shop.example:8443 from embedding checkouts",
    ]);
  });
});
