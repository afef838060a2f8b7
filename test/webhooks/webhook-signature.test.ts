import { createHmac } from "node:crypto";
import { describe, expect, test } from "vitest";
import { signWebhook } from "../../sql/webhooks/deliveries/signature.ts";

// Digests computed apart from this code base, with Python's hmac module.
const body = Buffer.from('{"type":"payout.succeeded","name":"Adé 💸 \u2028 <&>","value":9007199254740991}');
const secret = "whsec_AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=";
const previousSecret = "whsec_ICEiIyQlJicoKSorLC0uLzAxMjM0NTY3ODk6Ozw9Pj8=";
const attempt = { id: "evt_01kd0000000000000000000000", timestamp: 1767225600, body, secret };

describe("webhook signatures", () => {
  test("match the golden vectors over unicode, emoji, U+2028 and a large integer", () => {
    expect(signWebhook(attempt)).toEqual({
      "x-service-signature":
        "t=1767225600,v1=29e56e270cb3c112a38ad15f6767052c66e6357cc42271e715117537c484c105",
      "webhook-id": attempt.id,
      "webhook-timestamp": "1767225600",
      "webhook-signature": "v1,4AgqOK0D3I5lRn65Jj1ntLd01ozb3eV5IXj057jWgAs=",
    });
  });

  test("carry the previous secret's signature as well while there is one", () => {
    const headers = signWebhook({ ...attempt, previousSecret });
    expect(headers["x-service-signature"]).toBe(
      "t=1767225600,v1=29e56e270cb3c112a38ad15f6767052c66e6357cc42271e715117537c484c105" +
        ",v1_prev=17ded3c08b69c8ec77d3f14cd895c0fb82df2783df73e710c870397982b40b18",
    );
    expect(headers["webhook-signature"]).toBe(
      "v1,4AgqOK0D3I5lRn65Jj1ntLd01ozb3eV5IXj057jWgAs= v1,9GA/Qdstj75mTsI4JDrbhQjeB4t3tYDiHunZBIdCndo=",
    );
  });

  test("differ with the time of the attempt and with every byte", () => {
    const first = signWebhook(attempt)["x-service-signature"];
    expect(signWebhook({ ...attempt, timestamp: attempt.timestamp + 1 })["x-service-signature"]).not.toBe(
      first,
    );
    const changed = Buffer.concat([body, Buffer.from(" ")]);
    expect(signWebhook({ ...attempt, body: changed })["x-service-signature"]).not.toBe(first);
  });

  test("verify as the merchants' documentation describes", () => {
    const header = signWebhook(attempt)["x-service-signature"]!;
    const { t, v1 } = Object.fromEntries(header.split(",").map((pair) => pair.split("="))) as Record<
      string,
      string
    >;
    expect(createHmac("sha256", secret).update(`${t}.`).update(body).digest("hex")).toBe(v1);
  });
});
