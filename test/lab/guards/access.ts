import { edit, type Guard } from "./guard.ts";

/** Callers are authenticated and still authorised, and see only their own merchant's rows. */
export const accessGuards: readonly Guard[] = [
  {
    name: "a revoked key is refused",
    breaks: [edit("authenticate_keys.sql", "k.revoked_at is not null\n", "false\n")],
    red: ["merchants/authentication", "a request that starts after a revocation has committed is refused"],
  },
  {
    name: "a key that was rotated ends with its overlap",
    breaks: [
      edit("authenticate_keys.sql", "k.expires_at <= business_now(k.merchant_id, k.environment)", "false"),
      edit(
        "lost_right.sql",
        "when k.expires_at <= clock_timestamp()",
        "when k.expires_at < '-infinity' and k.expires_at <= clock_timestamp()",
      ),
    ],
    red: ["merchants/authentication", "a rotated key works for the overlap only, its successor at once"],
  },
  {
    name: "a key is used from its networks",
    breaks: [
      edit(
        "authenticate_keys.sql",
        "k.allowed_cidrs = '{}' or requested.address <<= any (k.allowed_cidrs)",
        "true",
      ),
    ],
    red: ["merchants/ip-allowlist", "admits its networks and no other, in IPv4, IPv6 and IPv4 in IPv6"],
  },
  {
    name: "an address is believed of as many proxies as are trusted",
    breaks: [edit("app.ts", 'app.set("trust proxy", trustedProxyHops)', 'app.set("trust proxy", true)')],
    red: ["merchants/ip-allowlist", "cannot be passed with a forged X-Forwarded-For"],
  },
  {
    name: "a key has the scope of a route",
    breaks: [edit("rights.ts", "if (!callerOf(response).scopes.includes(scope)) {", "if (false) {")],
    red: [
      "merchants/authentication",
      "on every route a missing scope is reported before a bad body, and nothing is done",
    ],
  },
  {
    name: "the sandbox takes test keys",
    breaks: [edit("rights.ts", 'if (callerOf(response).environment !== "test") {', "if (false) {")],
    red: [
      "merchants/authentication",
      "a live key on a sandbox route is refused before its body is looked at, approved or not",
    ],
  },
  {
    name: "a live key changes nothing before its business is approved",
    breaks: [edit("rights.ts", "if (!callerOf(response).isLiveApproved)", "if (false)")],
    red: [
      "merchants/authentication",
      "a live key of a business that is not approved may read and stop things, and change nothing else",
    ],
  },
  {
    name: "live keys need an approved business",
    breaks: [
      edit(
        "create_api_key.sql",
        "m.id = p_merchant_id and m.kyb_status = 'approved'",
        "m.id = p_merchant_id",
      ),
    ],
    red: ["merchants/own-keys", "are made for live only while the business is approved"],
  },
  {
    name: "only finance people and owners make keys that move live money",
    breaks: [
      edit(
        "require_right_to_grant.sql",
        "if p_environment = 'live' and p_scopes && money_scopes() then",
        "if false then",
      ),
    ],
    red: [
      "merchants/dashboard-keys",
      "to developers live keys with %s, new or rotated, and gives them such test keys",
    ],
  },
  {
    name: "guesses of keys are counted",
    breaks: [
      edit(
        "authenticate-caller.ts",
        "      await failures.count(ip);\n      throw new Problem(code, message);",
        "      throw new Problem(code, message);",
      ),
    ],
    red: [
      "merchants/authentication",
      "failures are logged with address and key prefix, and limited for each address",
    ],
  },
  {
    name: "a request has one Authorization header",
    breaks: [edit("refuse-repeated-headers.ts", "?.length ?? 0) > 1", "?.length ?? 0) > 100")],
    red: ["http/proxies", "with two Authorization or Host headers is refused, whichever comes first"],
  },
  {
    name: "a key that was revoked meanwhile pays nothing",
    breaks: [edit("accept_payouts.sql", "when right_lost is not null then 'right_lost'", "")],
    red: ["http/rights-under-way", "while its payout waits for a lock is refused"],
  },
  {
    name: "a key that was revoked meanwhile changes nothing",
    breaks: [edit("require_right.sql", "if code is not null then", "if false then")],
    red: ["http/rights-under-way", "cancels no payout"],
  },
  {
    name: "rights are looked up again after a slow body",
    breaks: [edit("rights.ts", "if (!wasThere) await checkAgain(rights, request, response);", "")],
    red: ["http/rights-under-way", "while the body comes is refused"],
  },
  {
    name: "a row is found by its own merchant",
    breaks: [
      edit(
        "find-one.ts",
        "where r.merchant_id = ${merchantId} and r.environment = ${environment}\n        and r.${",
        "where ${merchantId} > 0 and r.environment = ${environment}\n        and r.${",
      ),
    ],
    red: [
      "merchants/tenancy-api",
      "every route treats another merchant's reference as one that does not exist",
    ],
  },
  {
    name: "a row is found in its own environment",
    breaks: [
      edit(
        "find-one.ts",
        "where r.merchant_id = ${merchantId} and r.environment = ${environment}\n        and r.${",
        "where r.merchant_id = ${merchantId} and ${environment} <> ''\n        and r.${",
      ),
    ],
    red: [
      "merchants/tenancy-api",
      "every route treats another merchant's reference as one that does not exist",
    ],
  },
  {
    name: "a list has the merchant's rows",
    breaks: [
      edit(
        "pages.ts",
        "where r.merchant_id = ${merchantId} and r.environment = ${environment} and ${visible}",
        "where ${merchantId} > 0 and r.environment = ${environment} and ${visible}",
      ),
    ],
    red: ["merchants/tenancy-api", "no list shows another merchant's rows, even with that merchant's cursor"],
  },
  {
    name: "a cursor belongs to its merchant, environment and list",
    breaks: [
      edit(
        "cursor.ts",
        "return `cursor:${JSON.stringify([path, String(merchantId), environment, filters])}`",
        "return `cursor:${JSON.stringify([filters, path && String(merchantId) && environment ? 0 : 0])}`",
      ),
    ],
    red: ["http/lists", "a cursor that was changed, or is another list's, is refused"],
  },
  {
    name: "the journals are the merchant's",
    breaks: [
      edit(
        "journals_of.sql",
        "where (c.merchant_id, c.environment, c.reference) = (p_merchant_id, p_environment, p_reference)",
        "where c.reference = p_reference",
      ),
    ],
    red: [
      "payouts/payout-accounts-api",
      "of a collection are those of its credits, and another tenant's are not there",
    ],
  },
  {
    name: "an idempotency key belongs to a merchant",
    breaks: [
      edit(
        "claim_idempotency_key.sql",
        "values (p_merchant_id, p_environment, p_route, p_key, p_body_hashes[1])",
        "values ((select min(id) from merchants), p_environment, p_route, p_key, p_body_hashes[1])",
      ),
    ],
    red: ["http/idempotency-keys", "belongs to a merchant, an environment, a method and a route"],
  },
  {
    name: "an idempotency key belongs to a route",
    breaks: [
      edit(
        "claim_idempotency_key.sql",
        "values (p_merchant_id, p_environment, p_route, p_key, p_body_hashes[1])",
        "values (p_merchant_id, p_environment, '', p_key, p_body_hashes[1])",
      ),
    ],
    red: ["http/idempotency-keys", "belongs to a merchant, an environment, a method and a route"],
  },
  {
    name: "an idempotency key with another body is a conflict",
    breaks: [
      edit(
        "find_idempotency_key.sql",
        "when k.body_hash = any (p_body_hashes) then 'replayed' else 'key_conflict' end",
        "when true then 'replayed' else 'key_conflict' end",
      ),
      edit(
        "claim_idempotency_key.sql",
        "when k.body_hash = any (p_body_hashes) then 'replayed' else 'key_conflict' end",
        "when true then 'replayed' else 'key_conflict' end",
      ),
    ],
    red: [
      "http/idempotency-keys",
      "used again gets the resource of the first request, in its present state; another body a conflict",
    ],
  },
  {
    name: "an identity record is not shared with another merchant",
    breaks: [
      edit(
        "request_identity_check.sql",
        "where r.merchant_id = p_merchant_id and r.environment = p_environment and r.type = p_type",
        "where r.environment = p_environment and r.type = p_type",
      ),
      edit(
        "identity-record.ts",
        ".update(`${merchantId}:${environment}:${type}:${identifier}`)",
        ".update(`${merchantId > 0n}:${environment}:${type}:${identifier}`)",
      ),
    ],
    red: ["identity/identity-checks", "does not share its record with another type, environment or merchant"],
  },
  {
    name: "a name goes to the enquiry that it was asked for",
    breaks: [
      edit(
        "finish_name_enquiries.sql",
        `
      and (n.merchant_id, n.environment, n.bank_code, n.account_number)
        = (e.merchant_id, e.environment, e.bank_code, e.account_number)`,
        "",
      ),
    ],
    red: ["banks/shared-enquiries", "an enquiry whose id was given again, as after a crash of the database"],
  },
  {
    name: "a merchant has a hundred lookups that wait",
    breaks: [
      edit("request_name_enquiries.sql", "most constant integer := 100;", "most constant integer := 1000;"),
    ],
    red: [
      "banks/name-enquiries",
      "is refused with 429 while a hundred of the merchant wait, and nothing is stored",
    ],
  },
  {
    name: "a provider's report is signed",
    breaks: [edit("signatures.ts", "  return isGenuine && Math.abs", "  return Math.abs")],
    red: ["collections/provider-credits", "is accepted only with a fresh signature over the exact bytes"],
  },
  {
    name: "a provider's signature is fresh",
    breaks: [edit("signatures.ts", "const TOLERANCE_SECONDS = 300;", "const TOLERANCE_SECONDS = 300_000;")],
    red: ["collections/provider-credits", "is accepted only with a fresh signature over the exact bytes"],
  },
  {
    name: "a notice is signed with the provider's key",
    breaks: [edit("signatures.ts", "if (!/^[0-9a-f]{128}$/.test(header)) return false;", "return true;")],
    red: [
      "payouts/paystack-notices",
      "is taken only with Paystack's signature over the exact bytes, by one of two keys",
    ],
  },
  {
    name: "a notice has the provider's secret hash",
    breaks: [
      edit(
        "signatures.ts",
        'secrets.some((secret) => timingSafeEqual(hash("sha256", secret, "buffer"), given))',
        "secrets.length > 0 && given.length > 0",
      ),
    ],
    red: ["payouts/flutterwave-notices", "is taken only with Flutterwave's secret hash, one of two"],
  },
  {
    name: "encrypted text is opened in its own context",
    breaks: [
      edit("encryption.ts", "nonce).setAAD(Buffer.from(context))", "nonce).setAAD(Buffer.alloc(0))"),
      edit(
        "encryption.ts",
        "options)\n    .setAAD(Buffer.from(context))",
        "options)\n    .setAAD(Buffer.alloc(0))",
      ),
    ],
    red: ["crypto/encryption", "open what they encrypted, with the same key and context only"],
  },
  {
    name: "a role of the database reads no secrets",
    breaks: [
      edit(
        "rights.ts",
        'webhook_endpoints: { except: ["secret", "previous_secret"] }',
        'webhook_endpoints: "all"',
      ),
    ],
    red: ["sql/roles", "but for who needs it"],
  },
  {
    name: "a process with another encryption key does not start",
    breaks: [edit("note_encryption_key.sql", "return not exists (", "return true or not exists (")],
    red: [
      "crypto/encryption-keys",
      "has to be the database's: neither ingress nor workers start with another",
    ],
  },
  {
    name: "one encryption key is the first",
    breaks: [edit("note_encryption_key.sql", "    lock table encryption_keys in exclusive mode;\n", "")],
    red: ["crypto/encryption-keys", "is that of the first process, also if others start at the same moment"],
  },
];
