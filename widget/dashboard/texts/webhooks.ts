/** Texts of the webhooks' screens. */
export const webhookTexts = {
  title: "Webhooks",
  text: "We sign each event and send it to your endpoint until it returns a 2xx status.",
  playground: "Signature playground",
  endpoint: {
    title: "Endpoint",
    url: "URL",
    urlDescription: "A full https URL on the public internet.",
    urlDescriptionTest: "A full URL on the public internet: https, or http in test mode.",
    set: "Set endpoint",
    change: "Change URL",
    enableAgain: "Set again and enable",
    saved: "Endpoint saved. We’ll send events there from now on.",
    state: "Status",
    enabled: "Enabled",
    failing: "Failing",
    disabled: "Disabled",
    failingSince: "Failing since",
    failingTitle: "Deliveries are failing",
    failingText:
      "We disable the endpoint after five days without a successful delivery. See the latest failed delivery for the reason.",
    disabledTitle: "Your endpoint is disabled. We’re holding its events.",
    disabledText: "Fix your server, then set the URL again. We’ll send all held events, oldest first.",
    previousSecret: "Old secret valid until",
    since: "Created",
    emptyTitle: "No endpoint yet",
    emptyText: "Add the URL where we should send events.",
  },
  secret: {
    title: "Signing secret",
    text: "Verify each delivery with it. It is shown once, when it is made: if you lost it, rotate it.",
    rotate: "Rotate secret",
    rotateText:
      "We’ll create a new secret. During the overlap we sign each delivery with both, so none is rejected.",
    overlap: "Old secret expires",
    overlaps: { 0: "Immediately", 1: "In 1 hour", 24: "In 24 hours", 72: "In 3 days" } as Record<
      number,
      string
    >,
    shownTitle: "Copy your signing secret",
    shownText: "You won’t be able to see it again. Add it to your server’s configuration.",
    name: "Signing secret",
    done: "I’ve copied it",
  },
  test: { action: "Send test event", sent: "Test event sent" },
  recover: {
    action: "Send missed events",
    title: "Send missed events",
    text: "We’ll resend every undelivered event since then, each once, up to a thousand at a time.",
    since: "Since",
    spans: {
      1: "the last hour",
      24: "the last 24 hours",
      168: "the last 7 days",
      335: "the last 14 days",
    } as Record<number, string>,
    done: (count: number, hasMore: boolean) =>
      count === 0
        ? "Nothing left to resend."
        : `Resending ${count === 1 ? "1 event" : `${count} events`}${hasMore ? "; more are left, so run it again" : ""}.`,
  },
  deliveries: {
    title: "Recent events",
    caption: "Events and their delivery, newest first",
    type: "Event",
    status: "Delivery",
    attempts: "Attempts",
    created: "Created",
    next: "Next attempt",
    noneTitle: "No events match",
    noneText: "Change or clear the filters.",
    emptyTitle: "No events yet",
    emptyText: "Payments, payouts and test events appear here as soon as they happen.",
  },
  delivery: {
    title: "Delivery",
    attempts: "Attempts",
    attempt: (number: number) => `Attempt ${number}`,
    none: "Nothing sent yet",
    noEndpoint: "You had no endpoint when this happened.",
    succeeded: (status: number) => `Accepted with status ${status}`,
    said: "Error",
    details: "Details",
    event: "Event",
    sentAt: "Sent",
    url: "URL",
    status: "Response status",
    noResponse: "No response",
    duration: "Duration",
    ms: (milliseconds: number) => `${milliseconds} ms`,
    requestHeaders: "Request headers",
    requestBody: "Request body (exact bytes)",
    responseBody: "Response body",
    responseNote: "As your server sent it",
    responseCutNote: "The first 16 KB of it",
    emptyResponse: "The response had no body.",
    inspect: "Check signature",
  },
} as const;

/** Why a delivery failed, in a sentence, and what its receiver's developer can do. */
export type Explanation = { why: string; advice: readonly string[] };

/** By what the worker noted; the first whose text begins so. */
export const failures: readonly (readonly [beginning: string, Explanation])[] = [
  [
    "no complete response within 15 seconds",
    {
      why: "Your server took longer than 15 seconds to respond.",
      advice: [
        "Return 200 as soon as you’ve stored the event, and do the work afterwards in a queue.",
        "A slow database or a call to another service inside the handler is the usual cause.",
      ],
    },
  ],
  [
    "no connection within 10 seconds",
    {
      why: "Nothing responded at that address; packets were dropped.",
      advice: ["Open the port in the firewall or security group.", "Check the URL’s port."],
    },
  ],
  [
    "the host cannot be reached",
    {
      why: "There’s no route to the host.",
      advice: ["Check that the machine is up and its address is current."],
    },
  ],
  [
    "the connection was refused",
    {
      why: "The machine responded, but nothing is listening on that port.",
      advice: [
        "Start the server, or correct the URL’s port.",
        "If it runs in a container, publish the port.",
      ],
    },
  ],
  [
    "the connection was closed",
    {
      why: "The connection ended before the response was complete.",
      advice: [
        "Check your server’s log for a crash or restart at that time.",
        "A proxy with a body size or time limit may also close connections.",
      ],
    },
  ],
  [
    "the host's address is not allowed",
    {
      why: "The name resolves to a private or reserved address.",
      advice: [
        "We only send webhooks over the public internet. Give the name a public address.",
        "For a server on your own computer, use a tunnel with a public URL.",
      ],
    },
  ],
  [
    "the host's name was not found",
    {
      why: "DNS has no address for that name.",
      advice: ["Check the URL for typos.", "Add an A or AAAA record, and wait for it to propagate."],
    },
  ],
  [
    "the host's name servers did not respond",
    {
      why: "Your domain’s name servers didn’t respond.",
      advice: ["Check with your DNS provider, then replay."],
    },
  ],
  [
    "the TLS certificate has expired",
    { why: "The TLS certificate has expired.", advice: ["Renew it, and automate renewals."] },
  ],
  [
    "the TLS certificate is for another host name",
    {
      why: "The TLS certificate is for a different name.",
      advice: ["Use a certificate for the name in the URL, or the name in the certificate."],
    },
  ],
  [
    "the TLS certificate's issuer is not known",
    {
      why: "The certificate chain is incomplete, or no public authority issued it.",
      advice: [
        "Serve the intermediate certificates too (fullchain.pem).",
        "We don’t trust self-signed authorities.",
      ],
    },
  ],
  [
    "the TLS certificate",
    { why: "The TLS certificate is invalid.", advice: ["Use one from a public certificate authority."] },
  ],
  [
    "no TLS connection",
    {
      why: "The TLS handshake failed.",
      advice: [
        "Support TLS 1.2 or newer.",
        "If the port speaks plain HTTP, start the URL with http (test mode only).",
      ],
    },
  ],
  [
    "the response is not HTTP",
    { why: "Whatever is listening there doesn’t speak HTTP.", advice: ["Check the URL’s port."] },
  ],
  [
    "the response's headers are too long",
    {
      why: "The response’s headers are too long.",
      advice: ["Keep them under 16 KB. Cookies are often the cause."],
    },
  ],
  [
    "the URL",
    {
      why: "This URL isn’t allowed.",
      advice: ["Set a public https URL without credentials."],
    },
  ],
];

/** By the response's status; the key is the status or its class. */
export const statusFailures: Readonly<Record<string, Explanation>> = {
  "3xx": {
    why: "Your server returned a redirect. We don’t follow redirects.",
    advice: [
      "Set the final URL: check www, the trailing slash and https.",
      "Exempt the route from any redirect to a login page.",
    ],
  },
  "400": {
    why: "Your server rejected the request (400).",
    advice: [
      "If it verifies the signature, it probably parsed the body first. Verify the raw bytes; the playground finds the mistake.",
      "Make sure it expects JSON.",
    ],
  },
  "401": {
    why: "Your server asked for authentication (401).",
    advice: [
      "Exempt this route from user authentication; the signature authenticates it.",
      "If it returns 401 for a wrong signature, check the secret. Test and live each have their own.",
    ],
  },
  "403": {
    why: "Your server, or a firewall in front of it, blocked the request (403).",
    advice: [
      "Exempt the route from CSRF protection and bot detection.",
      "Add an exception for this path to your web application firewall.",
    ],
  },
  "404": {
    why: "There’s nothing at that path (404).",
    advice: [
      "Compare the URL’s path with your routes, including the trailing slash.",
      "Deploy the route, then replay.",
    ],
  },
  "405": { why: "The path doesn’t accept POST.", advice: ["Register the handler for POST."] },
  "410": {
    why: "Your server returned 410 (gone), so we disabled the endpoint.",
    advice: ["Set the URL again once your server is ready."],
  },
  "413": {
    why: "Your server rejected the body as too large.",
    advice: ["Allow bodies of up to 256 KB on this route."],
  },
  "415": { why: "Your server doesn’t accept JSON there.", advice: ["Accept content-type application/json."] },
  "429": {
    why: "Your server is rate limiting us (429).",
    advice: ["Raise the limit for this route. We honour Retry-After, up to 24 hours."],
  },
  "4xx": {
    why: "Your server rejected the event.",
    advice: ["Check its log at that time. Return a 2xx status to acknowledge the event."],
  },
  "502": {
    why: "A proxy in front of your server couldn’t reach it.",
    advice: ["Check whether the application was down or restarting, then replay."],
  },
  "503": {
    why: "Your server was unavailable (503).",
    advice: ["Check whether it was being deployed, then replay."],
  },
  "504": {
    why: "A proxy timed out waiting for your server.",
    advice: ["Return 200 first, and do the work afterwards."],
  },
  "5xx": {
    why: "Your server failed to handle the event.",
    advice: ["Find the exception in its log at that time, fix it, then replay."],
  },
};

/** Texts of the signature playground. */
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
