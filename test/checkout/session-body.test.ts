import { expect } from "vitest";
import { createMember } from "../helpers/create-member.ts";
import { createLink } from "../helpers/records.ts";
import { test } from "../helpers/test.ts";
import { showSession } from "../../ingress/checkout/session.ts";
import { bearer, naira, newToken } from "./checkout-records.ts";

test("a stranger's request for a session has a body of 2 KB at most", async ({
  fileIngress: { call },
  fileDatabase,
}) => {
  const slug = await createLink(fileDatabase, (await createMember(fileDatabase)).tenant);
  const send = (body: string) => call("POST", `/pay/${slug}/session`, { ...bearer(newToken()), body });
  const ofBytes = (bytes: number) => `{"padding":"${"x".repeat(bytes - 14)}"}`;
  expect(await send(ofBytes(2_048))).toMatchObject({
    status: 422,
    error: { code: "VALIDATION_ERROR", details: { email: expect.any(String) } },
  });
  const dear = JSON.stringify({ email: Array.from({ length: 20_000 }, (_, number) => number) });
  for (const body of [ofBytes(2_049), dear, `{"email":${"[".repeat(50_000)}`]) {
    expect(await send(body)).toMatchObject({
      status: 413,
      error: { code: "PAYLOAD_TOO_LARGE", message: "The body is larger than 2 KB." },
    });
  }
});

test("a payer goes on to the merchant's own URL as it was written, with the reference behind it", () => {
  const reference = `col_${"0".repeat(26)}`;
  const at = "2026-03-02T09:30:00.000Z";
  const money = { amount: naira(1), amountReceived: naira(1), amountDue: naira(0) };
  const session = { status: "succeeded", now: at, expiresAt: at, isLinkOpen: false, reference, ...money };
  for (const [url, goesOn] of [
    ["https://a.example/", "https://a.example/?reference="],
    ["https://a.example/?", "https://a.example/?reference="],
    ["https://a.example/?q=a%20b&c=d+e;f&g=%FF", "https://a.example/?q=a%20b&c=d+e;f&g=%FF&reference="],
    ["https://a.example/?a=1&", "https://a.example/?a=1&reference="],
    ["https://a.example/?a=~!'()*&b=%2f", "https://a.example/?a=~!'()*&b=%2f&reference="],
  ] as const)
    expect(showSession({ ...session, redirectUrl: url }).redirectUrl).toBe(`${goesOn}${reference}`);
  expect(showSession({ ...session, redirectUrl: "https://a.example/x?a=1#/done?b#c" }).redirectUrl).toBe(
    `https://a.example/x?a=1&reference=${reference}#/done?b#c`,
  );
});
