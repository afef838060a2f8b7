import { edit, type Guard } from "./guard.ts";

/** The SDK repeats only what may be repeated, and believes only webhooks that are signed. */
export const sdkGuards: readonly Guard[] = [
  {
    name: "a payout of the SDK has the caller's key",
    breaks: [edit("resources.ts", 'key: "required"', 'key: "made"')],
    red: ["sdk/cases", "$name"],
  },
  {
    name: "the SDK repeats a POST only with a key",
    breaks: [edit("send.ts", 'sent.endpoint.method === "get" || key !== undefined', "true")],
    red: ["sdk/cases", "$name"],
  },
  {
    name: "the SDK does not repeat a request after 500",
    breaks: [edit("send.ts", "const MAY_PASS = [408,", "const MAY_PASS = [408, 500,")],
    red: ["sdk/cases", "$name"],
  },
  {
    name: "the SDK sends a key to no other address",
    breaks: [edit("send.ts", 'redirect: "manual" as const', 'redirect: "follow" as const')],
    red: ["sdk/cases", "$name"],
  },
  {
    name: "the SDK compares a webhook's signature",
    breaks: [edit("webhooks-node.ts", "if (timingSafeEqual(expected, signature)) ", "")],
    red: [
      "webhooks/verify-webhook",
      "a body that was parsed and serialized again, or changed in any byte, is refused",
    ],
  },
  {
    name: "the SDK compares a webhook's signature without node:crypto",
    breaks: [
      edit("webhooks.ts", 'if (await crypto.subtle.verify("HMAC", key, signature, received.signed)) ', ""),
    ],
    red: ["webhooks/verify-webhook", "verify decides and says the same, for any input"],
  },
  {
    name: "the SDK refuses an old webhook",
    breaks: [edit("verification.ts", "if (!(Math.abs(age) <= toleranceSeconds)) {", "if (false) {")],
    red: ["webhooks/verify-webhook", "accepts 300 seconds in either direction"],
  },
];
