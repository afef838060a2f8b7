import { describe, expect } from "vitest";
import { startTestIngress } from "../helpers/platform/start-test-ingress.ts";
import { createMember } from "../helpers/create-member.ts";
import { test } from "../helpers/test.ts";

describe("the IP allowlist of a key", () => {
  test("admits its networks and no other, in IPv4, IPv6 and IPv4 in IPv6", async ({
    fileDatabaseUrl,
    fileDatabase,
  }) => {
    await using ingress = await startTestIngress(fileDatabaseUrl, { trustedProxyHops: 1 });
    const { key } = await createMember(fileDatabase, {
      allowedCidrs: ["1.2.3.4/32", "10.1.0.0/16", "2001:db8:1:2::/64"],
    });
    const from = async (address: string) => {
      const { status, error } = await ingress.call("GET", "/v1/balances", {
        key,
        headers: { "x-forwarded-for": address },
      });
      return error?.code ?? status;
    };

    for (const inside of [
      "1.2.3.4",
      "::ffff:1.2.3.4",
      "10.1.255.1",
      "2001:db8:1:2::9",
      "2001:DB8:1:2:ffff::1",
    ]) {
      expect([inside, await from(inside)]).toEqual([inside, 200]);
    }
    for (const outside of ["1.2.3.5", "::ffff:1.2.3.5", "10.2.0.1", "2001:db8:1:3::9", "127.0.0.1"]) {
      expect([outside, await from(outside)]).toEqual([outside, "IP_NOT_ALLOWED"]);
    }
  });

  test("is checked before the scope and the body", async ({ fileIngress, fileDatabase }) => {
    const { key } = await createMember(fileDatabase, { allowedCidrs: ["1.2.3.4/32"], scopes: [] });
    const response = await fileIngress.call("POST", "/v1/payouts", { key, body: "not json" });
    expect(response).toMatchObject({ status: 403, error: { code: "IP_NOT_ALLOWED" } });
  });

  test("cannot be passed with a forged X-Forwarded-For", async ({
    fileDatabaseUrl,
    fileDatabase,
    fileIngress,
  }) => {
    const { key } = await createMember(fileDatabase, { allowedCidrs: ["1.2.3.4/32"] });
    const direct = await fileIngress.call("GET", "/v1/balances", {
      key,
      headers: { "x-forwarded-for": "1.2.3.4" },
    });
    expect(direct.error.code).toBe("IP_NOT_ALLOWED");

    // Behind one proxy only what that proxy wrote, the last entry, counts.
    await using behindProxy = await startTestIngress(fileDatabaseUrl, { trustedProxyHops: 1 });
    const forged = await behindProxy.call("GET", "/v1/balances", {
      key,
      headers: { "x-forwarded-for": "1.2.3.4, 5.6.7.8" },
    });
    expect(forged.error.code).toBe("IP_NOT_ALLOWED");
  });

  test("garbage and many hops in X-Forwarded-For neither cause a 5xx nor pass the allowlist", async ({
    fileDatabaseUrl,
    fileDatabase,
  }) => {
    await using ingress = await startTestIngress(fileDatabaseUrl, { trustedProxyHops: 2 });
    const { key } = await createMember(fileDatabase, { allowedCidrs: ["1.2.3.4/32"] });
    const many = ["1.2.3.4", ...Array.from({ length: 200 }, (_, hop) => `9.9.9.${hop}`)].join(", ");
    for (const garbage of [
      many,
      "garbage",
      "1.2.3.4:80",
      "1.2.3.4, unknown, _hidden",
      "[::1]:80",
      ",,,",
      "fe80::1%eth0",
    ]) {
      const response = await ingress.call("GET", "/v1/balances", {
        key,
        headers: { "x-forwarded-for": garbage },
      });
      expect([garbage, response.error?.code]).toEqual([garbage, "IP_NOT_ALLOWED"]);
    }
  });
});
