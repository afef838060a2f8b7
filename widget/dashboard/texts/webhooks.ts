/** Texts of the webhooks' screens. */
export const webhookTexts = {
  title: "Webhooks",
  text: "Each event is sent to your endpoint, signed, until it responds with a status of 200 to 299.",
  playground: "Signature playground",
  endpoint: {
    title: "Endpoint",
    url: "URL",
    urlDescription: "A complete https URL on the public internet.",
    urlDescriptionTest: "A complete URL on the public internet: https, or in test also http.",
    set: "Set endpoint",
    change: "Change URL",
    enableAgain: "Set again and enable",
    saved: "The endpoint is set. Events go there from now on.",
    state: "State",
    enabled: "Enabled",
    failing: "Failing",
    disabled: "Disabled",
    failingSince: "Failing since",
    failingTitle: "Deliveries are failing",
    failingText: "Five days without a success disable the endpoint. The newest failed delivery says why.",
    disabledTitle: "The endpoint is disabled. Events are held for it.",
    disabledText:
      "Fix the receiver, then set the URL again: everything that is held is sent, the oldest first.",
    previousSecret: "Old secret valid until",
    since: "Created",
    emptyTitle: "No endpoint yet",
    emptyText: "Set the URL of your server that should hear of payments, payouts and checks.",
  },
  secret: {
    title: "Signing secret",
    text: "Verify each delivery with it. It is shown once, when it is made: if you lost it, rotate it.",
    rotate: "Rotate secret",
    rotateText:
      "A new secret is made. For the overlap each delivery is signed with both, so that nothing is refused.",
    overlap: "The old secret signs as well",
    overlaps: { 0: "no longer", 1: "for 1 hour", 24: "for 24 hours", 72: "for 3 days" } as Record<
      number,
      string
    >,
    shownTitle: "Copy your signing secret",
    shownText: "It is shown this once. Put it into your receiver's configuration.",
    name: "Signing secret",
    done: "I have copied it",
  },
  test: { action: "Send test event", sent: "A test event is on its way." },
  recover: {
    action: "Send missed events",
    title: "Send what was not delivered",
    text: "Every event since then that was not delivered is sent again, each once, a thousand at a time.",
    since: "Since",
    spans: {
      1: "the last hour",
      24: "the last 24 hours",
      168: "the last 7 days",
      335: "the last 14 days",
    } as Record<number, string>,
    done: (count: number, hasMore: boolean) =>
      count === 0
        ? "Nothing is left to recover."
        : `${count === 1 ? "1 event is" : `${count} events are`} sent again${hasMore ? "; more are left, recover again" : ""}.`,
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
    emptyText: "They appear as soon as something happens: a payment, a payout, a test event.",
  },
  delivery: {
    title: "Delivery",
    attempts: "Attempts",
    attempt: (number: number) => `Attempt ${number}`,
    none: "Nothing was sent yet.",
    noEndpoint: "There was no endpoint when this happened.",
    succeeded: (status: number) => `Accepted with status ${status}`,
    said: "What went wrong",
    details: "Details",
    event: "Event",
    sentAt: "Sent",
    url: "URL",
    status: "Response status",
    noResponse: "No response",
    duration: "Duration",
    ms: (milliseconds: number) => `${milliseconds} ms`,
    requestHeaders: "Request headers",
    requestBody: "Request body: the exact bytes",
    responseBody: "Response body",
    responseNote: "As your server sent it",
    responseCutNote: "The first 16 KB: your server sent more",
    emptyResponse: "The response had no body.",
    inspect: "Check its signature",
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
        "Respond with 200 as soon as the event is stored, and do the work afterwards, in a queue.",
        "A slow database or a call to another service inside the handler is the usual cause.",
      ],
    },
  ],
  [
    "no connection within 10 seconds",
    {
      why: "Nothing responded at that address: packets were dropped.",
      advice: [
        "Open the port in the firewall or security group.",
        "Check that the URL's port is the right one.",
      ],
    },
  ],
  [
    "the host cannot be reached",
    {
      why: "There is no route to the host.",
      advice: ["Check that the machine is up and its address is current."],
    },
  ],
  [
    "the connection was refused",
    {
      why: "The machine responded, and no program listens on that port.",
      advice: ["Start the server, or correct the URL's port.", "Behind a container: publish the port."],
    },
  ],
  [
    "the connection was closed",
    {
      why: "The connection ended before the response was complete.",
      advice: [
        "Look for a crash or a restart in your server's log at that time.",
        "A proxy that limits body size or time closes connections too.",
      ],
    },
  ],
  [
    "the host's address is not allowed",
    {
      why: "The name leads to a private or reserved address.",
      advice: [
        "Webhooks are sent over the public internet only. Give the name a public address.",
        "For a server on your own computer, use a tunnel with a public URL.",
      ],
    },
  ],
  [
    "the host's name was not found",
    {
      why: "DNS knows no address for that name.",
      advice: [
        "Check the URL for a typing mistake.",
        "Add an A or AAAA record, and wait until it is visible everywhere.",
      ],
    },
  ],
  [
    "the host's name servers did not respond",
    {
      why: "The name servers of your domain did not respond.",
      advice: ["Check the name's DNS provider; then replay."],
    },
  ],
  [
    "the TLS certificate has expired",
    { why: "The TLS certificate has expired.", advice: ["Renew it, and let the renewal run by itself."] },
  ],
  [
    "the TLS certificate is for another host name",
    {
      why: "The TLS certificate is for another name.",
      advice: ["Use a certificate for the name in the URL, or the name in the certificate."],
    },
  ],
  [
    "the TLS certificate's issuer is not known",
    {
      why: "The chain of certificates is not complete, or no public authority issued it.",
      advice: [
        "Send the intermediate certificates as well (fullchain.pem).",
        "Self-made authorities are not trusted.",
      ],
    },
  ],
  [
    "the TLS certificate",
    { why: "The TLS certificate is not valid.", advice: ["Use one from a public certificate authority."] },
  ],
  [
    "no TLS connection",
    {
      why: "No TLS connection could be agreed on.",
      advice: [
        "Offer TLS 1.2 or newer.",
        "If the port speaks plain HTTP, the URL must begin with http (test only).",
      ],
    },
  ],
  [
    "the response is not HTTP",
    { why: "What listens there does not speak HTTP.", advice: ["Check the URL's port."] },
  ],
  [
    "the response's headers are too long",
    {
      why: "The response's headers are too long.",
      advice: ["Keep them below 16 KB: cookies are often the cause."],
    },
  ],
  [
    "the URL",
    {
      why: "The URL may not be used.",
      advice: ["Set another one: a public https address without credentials."],
    },
  ],
];

/** By the response's status; the key is the status or its class. */
export const statusFailures: Readonly<Record<string, Explanation>> = {
  "3xx": {
    why: "Your server redirects. Redirects are not followed, since they could lead anywhere.",
    advice: [
      "Set the final URL: with or without www, with the right slash at the end, with https.",
      "Take the route out of what redirects to a login page.",
    ],
  },
  "400": {
    why: "Your server found the request wrong.",
    advice: [
      "If it verifies the signature, the body was probably parsed first: verify the raw bytes. The playground names the mistake.",
      "Check that it expects JSON.",
    ],
  },
  "401": {
    why: "Your server wants to know who is there.",
    advice: [
      "Take this route out of the authentication of your users: the signature is the authentication.",
      "If it responds with 401 to a wrong signature, check the secret: test and live have their own.",
    ],
  },
  "403": {
    why: "Your server, or a firewall in front of it, forbids the request.",
    advice: [
      "Exempt the route from CSRF protection and bot detection.",
      "A web application firewall may want an exception for this path.",
    ],
  },
  "404": {
    why: "There is nothing at that path.",
    advice: [
      "Compare the URL's path with your routes, also its slash at the end.",
      "Deploy the route, then replay.",
    ],
  },
  "405": { why: "The path does not take POST.", advice: ["Register the handler for POST."] },
  "410": {
    why: "Your server said that the endpoint is gone. That disables it at once.",
    advice: ["Set the URL again when there is a receiver."],
  },
  "413": { why: "The body is too large for your server.", advice: ["Allow bodies of 256 KB on this route."] },
  "415": { why: "Your server does not take JSON there.", advice: ["Accept content-type application/json."] },
  "429": {
    why: "Your server limits how often it is called.",
    advice: ["Raise the limit for this route. A Retry-After header is honoured, up to 24 hours."],
  },
  "4xx": {
    why: "Your server refused the event.",
    advice: ["Its log at that time says why. Respond with 200 to accept."],
  },
  "502": {
    why: "A proxy in front of your server could not reach it.",
    advice: ["Look whether the application was down or restarting; then replay."],
  },
  "503": {
    why: "Your server was not available.",
    advice: ["Look whether it was being deployed; then replay."],
  },
  "504": {
    why: "A proxy gave up waiting for your server.",
    advice: ["Respond with 200 first, and do the work afterwards."],
  },
  "5xx": {
    why: "Your server failed while handling the event.",
    advice: ["Find the exception in its log at that time. Fix it, then replay."],
  },
};

/** Texts of the signature playground. */
export const playgroundTexts = {
  title: "Signature playground",
  text: "Paste what your server received. Everything is computed in this browser; nothing is sent.",
  header: "Header x-service-signature",
  headerPlaceholder: "t=1700000000,v1=…",
  body: "Body, exactly as it was received",
  secret: "Signing secret",
  secretDescription: "It begins with whsec_, and all of it is the key.",
  previous: "Another secret to try",
  previousDescription: "The one before the last rotation, or that of the other environment.",
  time: "Compare the time with",
  times: { now: "The present time", signed: "Nothing: ignore how old it is" },
  empty: "Fill in the header, the body and the secret.",
  valid: "The signature is valid.",
  validPrevious: "Valid with the old secret (v1_prev): it works until the overlap ends.",
  mistakes: {
    headerEmpty: "The header is empty. A proxy may drop it, or the request is not ours.",
    standardHeader:
      "This is the header webhook-signature of Standard Webhooks (v1,<base64>). Paste x-service-signature here, or verify with a Standard Webhooks library.",
    bearer: "This is an Authorization header. The signature is in x-service-signature.",
    noTime: "The header has no t=<seconds>. It must be used as it came, with all its parts.",
    millis: "t has milliseconds; it must be the seconds of the header as they came.",
    noSignature: "The header has no v1=<64 hexadecimal digits>.",
    base64:
      "v1 is base64. Ours is hexadecimal: your code probably encodes the digest wrongly before it compares.",
    upperCase: "v1 is in upper case. Ours is in lower case: compare the bytes, or fold the case first.",
    shortSignature: (digits: number) =>
      `v1 has ${digits} digits; a SHA-256 has 64. It was cut, or another hash is used.`,
    headerShape:
      "The header is not of the form t=<seconds>,v1=<hex>: spaces, quotes or repeated members are in it.",
    secretBlank: "The secret has blanks or quotation marks around it. Without them the signature is valid.",
    secretKey: "This is an API key (sk_…), not the signing secret (whsec_…).",
    secretNoPrefix: "The secret was used without its whsec_. The key is the whole string, as you see it.",
    secretDecoded:
      "Whoever signed this used the decoded bytes of the secret, as Standard Webhooks does. The key of x-service-signature is the whole string.",
    otherSecret: "It was signed with the other secret that you gave, not with this one.",
    trailingNewline:
      "The body has a line break at its end that was not signed. Something added it: an editor, or echo.",
    missingNewline: "The signed body ends with a line break, and yours does not: it was trimmed.",
    lineEndings: "The body's line breaks were changed (CRLF and LF).",
    whitespace: "The body has blanks around it that were not signed.",
    reserialised:
      "The body was parsed and written again. The signature is over the bytes as they arrived: verify the raw body before any JSON parser.",
    escaped:
      "The body was parsed and written again, with other escapes (\\/ or \\uXXXX). Verify the raw body.",
    byteOrderMark: "The body begins with a byte order mark that was not signed.",
    noDot: "It was signed without the time: what is signed is t, a dot, and the body.",
    sha512: "v1 looks like SHA-512. Ours is HMAC-SHA256.",
    unknown:
      "The secret or the body is not what was signed. Check that the secret is of the same environment, then that the body is the raw one: parsed JSON that is written again has other bytes.",
    likelyReserialised:
      "The body looks as if it was formatted after it arrived: ours has no blanks or line breaks between its members.",
    notJson: "The body is not JSON: it was cut, or a part is missing.",
  },
  tooOld: (age: string) =>
    `The signature fits, but it is ${age} old; 5 minutes are allowed. The request was held up, replayed by somebody, or your clock is ahead.`,
  future: (age: string) => `The signature fits, but it is ${age} in the future: your clock is behind.`,
  result: "Result",
  computed: "What the secret gives for this body",
} as const;
