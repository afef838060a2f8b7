export const playgroundTexts = {
  title: "Signature playground",
  text: "Paste what your server received. Everything runs in this browser; nothing is sent.",
  header: "Header x-service-signature",
  headerPlaceholder: "t=1700000000,v1=…",
  body: "Body, exactly as received",
  secret: "Signing secret",
  secretDescription: "It starts with whsec_. The whole string is the key.",
  previous: "Another secret to try",
  previousDescription: "The one before the last rotation, or the other environment’s.",
  time: "Compare the timestamp with",
  times: { now: "The current time", signed: "Nothing (ignore its age)" },
  empty: "Enter the header, the body and the secret.",
  valid: "The signature is valid.",
  validPrevious: "Valid with the old secret (v1_prev), which works until the overlap ends.",
  mistakes: {
    headerEmpty: "The header is empty. A proxy may have dropped it, or we didn’t send this request.",
    standardHeader:
      "This is the webhook-signature header of Standard Webhooks (v1,<base64>). Paste x-service-signature here, or verify with a Standard Webhooks library.",
    bearer: "This is an Authorization header. The signature is in x-service-signature.",
    noTime: "The header has no t=<seconds>. Use the whole header, as received.",
    millis: "t is in milliseconds. It must be the seconds from the header, as received.",
    noSignature: "The header has no v1=<64 hexadecimal digits>.",
    base64:
      "v1 is base64. Ours is hexadecimal: your code probably encodes the digest as base64 before comparing.",
    upperCase: "v1 is upper case. Ours is lower case: compare the bytes, or convert the case first.",
    shortSignature: (digits: number) =>
      `v1 has ${digits} digits; a SHA-256 has 64. It was cut off, or another hash was used.`,
    headerShape:
      "The header doesn’t look like t=<seconds>,v1=<hex>. It contains spaces, quotes or repeated fields.",
    secretBlank: "The secret has spaces or quotation marks around it. Without them, the signature is valid.",
    secretKey: "This is an API key (sk_…), not the signing secret (whsec_…).",
    secretNoPrefix: "The secret was used without its whsec_ prefix. The key is the whole string.",
    secretDecoded:
      "This was signed with the decoded bytes of the secret, as in Standard Webhooks. For x-service-signature, the key is the whole string.",
    otherSecret: "It was signed with the other secret you entered, not this one.",
    trailingNewline:
      "The body ends with a line break that wasn’t signed. An editor or echo may have added it.",
    missingNewline: "The signed body ends with a line break and yours doesn’t. It was trimmed.",
    lineEndings: "The body’s line breaks were changed (CRLF and LF).",
    whitespace: "The body has spaces around it that weren’t signed.",
    reserialised:
      "The body was parsed and serialised again. The signature covers the bytes as received: verify the raw body before parsing it.",
    escaped:
      "The body was parsed and serialised again with different escapes (\\/ or \\uXXXX). Verify the raw body.",
    byteOrderMark: "The body starts with a byte order mark that wasn’t signed.",
    noDot: "It was signed without the timestamp. Sign t, a dot, and the body.",
    sha512: "v1 looks like SHA-512. Ours is HMAC-SHA256.",
    unknown:
      "The secret or the body doesn’t match what was signed. Check that the secret is from the same environment, and that the body is raw: JSON that was parsed and serialised again has different bytes.",
    likelyReserialised: "The body looks reformatted. Ours has no spaces or line breaks between its fields.",
    notJson: "The body isn’t JSON. It was cut off, or a part is missing.",
  },
  tooOld: (age: string) =>
    `The signature matches, but it’s ${age} old; the limit is 5 minutes. The request was delayed or replayed, or your clock is ahead.`,
  future: (age: string) => `The signature matches, but it’s ${age} in the future. Your clock is behind.`,
  result: "Result",
  computed: "Signature computed with this secret and body",
} as const;
