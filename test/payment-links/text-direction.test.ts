import { describe, expect } from "vitest";
import { createMember } from "../helpers/create-member.ts";
import { test } from "../helpers/test.ts";

/** Unicode's Bidi_Control characters: marks, embeddings, overrides and isolates. */
const controls = [
  0x61c, 0x200e, 0x200f, 0x202a, 0x202b, 0x202c, 0x202d, 0x202e, 0x2066, 0x2067, 0x2068, 0x2069,
];

const fixed = { title: "Fees", amount: { value: 250_000, currency: "NGN" } };

describe("characters that turn the direction of text", () => {
  test("are refused, by the field's name, in what payers see", async ({
    fileIngress: { call },
    fileDatabase,
  }) => {
    const { key } = await createMember(fileDatabase);
    const { data: link } = await call("POST", "/v1/payment-links", { key, body: fixed });
    for (const code of controls) {
      const text = `Fees ${String.fromCodePoint(code)}000,5 NGN`;
      for (const [method, path, body, field] of [
        ["POST", "/v1/payment-links", { ...fixed, title: text }, "title"],
        ["POST", "/v1/payment-links", { ...fixed, customer: { name: text } }, "customer.name"],
        ["PATCH", `/v1/payment-links/${link.slug}`, { title: text }, "title"],
        ["POST", "/v1/payouts", { narration: text }, "narration"],
        ["POST", "/v1/sandbox/simulate/collection-success", { senderName: text }, "senderName"],
      ] as const) {
        const { status, error } = await call(method, path, {
          key,
          body,
          headers: { "idempotency-key": "k" },
        });
        expect([code, path, status]).toEqual([code, path, 422]);
        expect(error.details?.[field]).toContain("direction of text");
      }
    }
    expect((await call("GET", "/v1/payment-links", { key })).data).toHaveLength(1);
  });

  test("are not needed to write from right to left", async ({ fileIngress: { call }, fileDatabase }) => {
    const { key } = await createMember(fileDatabase);
    for (const title of ["رسوم المدرسة 5,000", "דמי לימוד", "Ìwé kíkà – ọdún kìíní"]) {
      const { status, data } = await call("POST", "/v1/payment-links", { key, body: { ...fixed, title } });
      expect([status, data.title]).toEqual([201, title]);
    }
  });
});
