import { edit, type Guard } from "./guard.ts";

/** A webhook goes only to its own merchant's server, never inside, signed, and as often as it should. */
export const webhookGuards: readonly Guard[] = [
  {
    name: "an address is public",
    breaks: [edit("url.ts", 'if (ip.range() !== "unicast") return false;', "")],
    red: ["webhooks/webhook-addresses", "IPv4 in six encodings"],
  },
  {
    name: "the metadata host of a cloud is not public",
    breaks: [edit("url.ts", 'const azureHost = "168.63.129.16"', 'const azureHost = "0.0.0.0"')],
    red: ["webhooks/webhook-addresses", "IPv4 in six encodings"],
  },
  {
    name: "a URL names no private address",
    breaks: [edit("url.ts", "if (isAddress && !isPublic(host))", "if (false)")],
    red: ["webhooks/guarded-delivery", "is refused when it is set and when it is delivered to"],
  },
  {
    name: "a URL names a public host",
    breaks: [edit("url.ts", "if (!isAddress && !isPublicName(host, hasOpenNetworks))", "if (false)")],
    red: ["webhooks/guarded-delivery", "is refused when it is set and when it is delivered to"],
  },
  {
    name: "a URL has a usual port",
    breaks: [edit("url.ts", "if (!ports.includes(url.port) && (", "if (false && (")],
    red: ["webhooks/guarded-delivery", "is refused while no network is open"],
  },
  {
    name: "a webhook is sent with TLS 1.2 or newer",
    breaks: [edit("create-guarded-connector.ts", '    minVersion: "TLSv1.2",\n', "")],
    red: ["webhooks/send-webhook-tls", "is not sent with less than TLS 1.2"],
  },
  {
    name: "a live webhook is encrypted",
    breaks: [edit("url.ts", 'if (environment === "live" && url.protocol !== "https:")', "if (false)")],
    red: ["webhooks/send-webhook", "sends live webhooks by https only"],
  },
  {
    name: "a URL does not name ourselves",
    breaks: [
      edit(
        "url.ts",
        "if (publicUrl !== undefined && isOwn(url, host, publicUrl)) return",
        "if (false) return",
      ),
    ],
    red: ["webhooks/guarded-delivery", "is refused by any loopback name; other ports and hosts are not"],
  },
  {
    name: "a network that is open to test webhooks is closed to live ones",
    breaks: [edit("url.ts", 'environment === "test" ?', "true ?")],
    red: [
      "webhooks/guarded-delivery",
      "is closed to live ones, when a URL is set and when it is delivered to",
    ],
  },
  {
    name: "every address of a name is allowed",
    breaks: [
      edit(
        "resolve-host.ts",
        "if (allowed.length === 0 || allowed.length < addresses.length)",
        "if (allowed.length === 0)",
      ),
    ],
    red: ["webhooks/guarded-delivery", "are refused by the task that resolves them when the URL is set"],
  },
  {
    name: "a name is resolved before a connection is made",
    breaks: [
      edit(
        "resolve-host.ts",
        "if (allowed.length === 0 || allowed.length < addresses.length) throw new AddressRefused();\n  return allowed.map",
        "return addresses.map",
      ),
      edit(
        "create-guarded-connector.ts",
        'if (!allowsPeer(socket.remoteAddress ?? "", port, allowCidrs)) {',
        "if (false) {",
      ),
    ],
    red: ["webhooks/guarded-delivery", "nothing is delivered to"],
  },
  {
    name: "the connected peer is allowed",
    breaks: [
      edit(
        "create-guarded-connector.ts",
        'if (!allowsPeer(socket.remoteAddress ?? "", port, allowCidrs)) {',
        "if (false) {",
      ),
    ],
    red: ["webhooks/guarded-delivery", "is compared with the connected peer before anything is sent"],
  },
  {
    name: "the certificate is checked",
    breaks: [edit("create-guarded-connector.ts", "rejectUnauthorized: true", "rejectUnauthorized: false")],
    red: [
      "webhooks/send-webhook-tls",
      "is not sent to a wrong certificate even where the environment disables the check",
    ],
  },
  {
    name: "a connection is kept for one merchant, environment and origin",
    breaks: [
      edit(
        "send-webhook.ts",
        "const key = `${merchantId} ${environment} ${url.origin}`",
        "const key = url.origin",
      ),
    ],
    red: ["webhooks/kept-connections", "is used for no other merchant, environment or origin"],
  },
  {
    name: "a response is kept up to 16 KB",
    breaks: [edit("send-webhook.ts", "const BODY_LIMIT = 16 * 1024;", "const BODY_LIMIT = 1024 * 1024;")],
    red: ["webhooks/send-webhook", "keeps 16 KB of an endless body, and closes the connection"],
  },
  {
    name: "a signature covers the time",
    breaks: [edit("signature.ts", "hmac(key, `${timestamp}.`, body)", 'hmac(key, "", body)')],
    red: [
      "webhooks/webhook-signature",
      "match the golden vectors over unicode, emoji, U+2028 and a large integer",
    ],
  },
  {
    name: "a secret that was replaced stops signing",
    breaks: [
      edit(
        "start_deliveries.sql",
        "case when w.previous_secret_expires_at > business_now(w.merchant_id, w.environment) then",
        "case when w.previous_secret_expires_at is not null then",
      ),
    ],
    red: [
      "webhooks/deliveries",
      "is encrypted in the database, kept when the URL is set again, and rotated with an overlap",
    ],
  },
  {
    name: "an event goes to the endpoint of its environment",
    breaks: [
      edit(
        "start_deliveries.sql",
        "where e.id = any (p_event_ids) and w.merchant_id = e.merchant_id and w.environment = e.environment\n  returning",
        "where e.id = any (p_event_ids) and w.merchant_id = e.merchant_id\n  returning",
      ),
    ],
    red: ["webhooks/endpoint-isolation", "goes only to the endpoint of its own merchant and environment"],
  },
  {
    name: "the fence of a delivery",
    breaks: [
      edit(
        "record_attempts.sql",
        "      e.fence = a.fence and e.delivery_status = 'pending' as is_current,",
        "      true as is_current,",
      ),
    ],
    red: ["webhooks/deliveries", "a worker with an old claim records its attempt and changes nothing else"],
  },
  {
    name: "an endpoint gets four events at once",
    breaks: [edit("delivery_slots.sql", "then 1 else 4 end", "then 1 else 40 end")],
    red: ["webhooks/endpoint-isolation", "gets no more than four from eight workers that claim at once"],
  },
  {
    name: "an event is not claimed twice",
    breaks: [
      edit(
        "claim_deliveries.sql",
        "where e.id = any (locked) and not is_claimed_by(e, living)",
        "where e.id = any (locked)",
      ),
      // An endpoint's slots cover it: a full set leaves none for a second claim.
      edit("delivery_slots.sql", "then 1 else 4 end", "then 1 else 40 end"),
    ],
    red: [
      "webhooks/delivery-batches",
      "leaves what it claimed and did not send to others once its process is gone",
    ],
  },
  {
    name: "an event is replayed by its own merchant",
    breaks: [
      edit(
        "replay_event.sql",
        `where (e.merchant_id, e.environment, e.reference)
    = (p_merchant_id, p_environment, p_reference)`,
        "where e.reference = p_reference",
      ),
    ],
    red: [
      "merchants/tenancy-api",
      "every route treats another merchant's reference as one that does not exist",
    ],
  },
  {
    name: "an event is sent a hundred times at most",
    breaks: [edit("replay_event.sql", "when replayed.attempts >= most_attempts() then", "when false then")],
    red: [
      "webhooks/held-events",
      "is sent a hundred times at most: then it is exhausted, not replayed and not recovered",
    ],
  },
];
