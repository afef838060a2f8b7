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
  {
    name: "the command line writes in live mode only where that is said",
    breaks: [edit("resource-commands.ts", 'if (isLive && isWrite && !flags["live"])', "if (false)")],
    red: ["sdk/cli/commands.system", "writes in live mode only where that is said"],
  },
  {
    name: "the command line takes no key from a file that others may read",
    breaks: [edit("config.ts", "(mode & 0o077) !== 0", "mode === 0")],
    red: ["sdk/cli/commands.system", "takes the key from the environment or a file of the user's alone"],
  },
  {
    name: "the command line takes no key as an argument",
    breaks: [edit("main.ts", "/sk_(test|live)_|whsec_/.test(word)", "false")],
    red: ["sdk/cli/commands.system", "takes the key from the environment or a file of the user's alone"],
  },
  {
    name: "the command line asks for the key of a payout",
    breaks: [
      edit("resource-commands.ts", 'endpoint.key === "required" && !flags["idempotencyKey"]', "false"),
      edit(
        "send.ts",
        'idempotencyKey === undefined && endpoint.key === "made"',
        "idempotencyKey === undefined",
      ),
    ],
    red: ["sdk/cli/commands.system", "ends with 2 for what it does not understand, and sends nothing"],
  },
];
