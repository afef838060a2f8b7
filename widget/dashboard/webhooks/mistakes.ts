/** The mistakes that explain a wrong signature, each with its remedy. */
export const mistakes = {
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
  headerShape:
    "The header doesn’t look like t=<seconds>,v1=<hex>. It contains spaces, quotes or repeated fields.",
  secretBlank: "The secret has spaces or quotation marks around it. Without them, the signature is valid.",
  secretKey: "This is an API key (sk_…), not the signing secret (whsec_…).",
  secretNoPrefix: "The secret was used without its whsec_ prefix. The key is the whole string.",
  secretDecoded:
    "This was signed with the decoded bytes of the secret, as in Standard Webhooks. For x-service-signature, the key is the whole string.",
  otherSecret: "It was signed with the other secret you entered, not this one.",
  trailingNewline: "The body ends with a line break that wasn’t signed. An editor or echo may have added it.",
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
} as const;
