import { edit, type Guard } from "./guard.ts";

/**
 * People sign in with all their factors, for a limited time, and do what their role allows. Pages talk only to their
 * own origin.
 */
export const peopleGuards: readonly Guard[] = [
  {
    name: "a page of another site sends nothing",
    breaks: [edit("require-own-origin.ts", "if (!isOwn) {", "if (false) {")],
    red: ["dashboard/attacks/attacker", "changes nothing with somebody's cookie, by any route"],
  },
  {
    name: "a session ends",
    breaks: [
      edit(
        "session_is_over.sql",
        "return p_session.last_seen_at < now() - interval '12 hours' or p_session.created_at < now() - interval '14 days';",
        "return p_session.created_at < now() - interval '14 days';",
      ),
    ],
    red: ["sessions/sessions", "ends after 12 hours without a request and after 14 days in all"],
  },
  {
    name: "a session is ended by its own person",
    breaks: [
      edit(
        "end_session.sql",
        "where (s.person_id, s.reference) = (p_person_id, p_reference)",
        "where s.reference = p_reference",
      ),
    ],
    red: ["sessions/sessions", "is over everywhere as soon as it ends, and only its own person ends it"],
  },
  {
    name: "a role may do what the table says",
    breaks: [
      edit("authenticate-session.ts", "if (!isPermitted(role, permission, environment)) {", "if (false) {"),
    ],
    red: [
      "sessions/who-may-call",
      "every route that takes a session is open to them, or refused, as the table says",
    ],
  },
  {
    name: "delicate changes need a fresh proof",
    breaks: [edit("require-permission.ts", "if (mustProve && provedAt <", "if (false && provedAt <")],
    red: ["dashboard/attacks/attacker", "nothing delicate happens, whoever else has proved theirs"],
  },
  {
    name: "a page shows the business that it changes",
    breaks: [
      edit(
        "require-permission.ts",
        "if ((request.get(PAGES_MERCHANT) ?? request.query[PAGES_MERCHANT] ?? merchant) !== merchant) {",
        "if (false) {",
      ),
    ],
    red: [
      "dashboard/attacks/tenancy",
      "does nothing for a page of another of the person's businesses, on any route",
    ],
  },
  {
    name: "passwords are guessed ten times",
    breaks: [edit("attempts.ts", "const OF_STRANGERS = 10;", "const OF_STRANGERS = 1_000;")],
    red: [
      "sessions/sign-in",
      "stops after ten wrong passwords of strangers, on every process, and never for a browser that signed in before",
    ],
  },
  {
    name: "a code of an app counts once",
    breaks: [edit("use_totp_step.sql", " and t.last_step < p_step;", ";")],
    red: ["factors/totp", "makes a code that counts once, also when it is sent ten times at once"],
  },
  {
    name: "a recovery code counts once",
    breaks: [
      edit(
        "use_recovery_code.sql",
        "delete from recovery_codes c where (c.person_id, c.code_hash) = (p_person_id, p_code_hash);",
        "perform from recovery_codes c where (c.person_id, c.code_hash) = (p_person_id, p_code_hash);",
      ),
    ],
    red: ["factors/second-factor", "works with a recovery code, once, which owners can read of"],
  },
  {
    name: "codes are guessed a bounded number of times",
    breaks: [
      edit(
        "take_proof_attempt.sql",
        "where a.since < now() - interval '1 hour' or a.taken < p_most",
        "where true",
      ),
    ],
    red: [
      "factors/second-factor",
      "and sessions of a person may be tried with 60 wrong codes an hour, all together",
    ],
  },
  {
    name: "a password alone proves nothing where there is a second factor",
    breaks: [
      edit(
        "step-up.ts",
        "if (passkeys > 0 || totpSince !== null) {",
        "if (passkeys > 1_000 || totpSince === 0) {",
      ),
      edit("prove_by_password.sql", "not has_second_factor(proving)", "true"),
    ],
    red: ["factors/second-factor", "is enough for who has no second factor, and for nobody else"],
  },
  {
    name: "a sign-in is finished once, in five tries",
    breaks: [
      edit("use_sign_in.sql", "and s.expires_at > now() and s.attempts < 5", "and s.expires_at > now()"),
    ],
    red: ["factors/second-factor", "ends after five wrong codes"],
  },
  {
    name: "a challenge is signed once",
    breaks: [
      edit("use_challenge.sql", "return found;", "return true;"),
      edit("use_passkey.sql", "and p_sign_count <= passkey.sign_count then", "and false then"),
    ],
    red: ["factors/passkeys", "signs a challenge once, also when the signature is sent ten times at once"],
  },
  {
    name: "a copied passkey is refused",
    breaks: [edit("use_passkey.sql", "and p_sign_count <= passkey.sign_count then", "and false then")],
    red: [
      "factors/passkeys",
      "whose count does not grow was copied: it is refused, and owners can read of it",
    ],
  },
  {
    name: "a passkey works at our own address",
    breaks: [
      edit(
        "passkey.ts",
        `expectedOrigin: originOf(config),
    expectedRPID: hostOf(config),
    supportedAlgorithmIDs`,
        `expectedOrigin: JSON.parse(atob(credential.response.clientDataJSON)).origin,
    expectedRPID: [hostOf(config), new URL(JSON.parse(atob(credential.response.clientDataJSON)).origin).hostname],
    supportedAlgorithmIDs`,
      ),
    ],
    red: ["factors/passkeys", "a passkey works at the address that PUBLIC_URL names alone"],
  },
  {
    name: "a merchant keeps an owner",
    breaks: [
      edit(
        "is_last_owner.sql",
        "return p_member.role = 'owner' and not exists (",
        "return p_member.role = '' and not exists (",
      ),
    ],
    red: ["members/members", "also when all leave at once"],
  },
  {
    name: "an invitation is for its address",
    breaks: [
      edit("accept_invitation.sql", "p.id = p_person_id and p.email = invited.email", "p.id = p_person_id"),
    ],
    red: ["members/invitations", "that was forwarded is refused, and stays good for its own address"],
  },
  {
    name: "a member who is removed sees nothing more",
    breaks: [
      edit(
        "remove_member.sql",
        "  delete from memberships m where (m.person_id, m.merchant_id) = (member.person_id, p_merchant_id);\n",
        "",
      ),
    ],
    red: ["members/members", "removes a member, who sees the merchant no more with the next request"],
  },
  {
    name: "a link of a mail works once",
    breaks: [edit("reset_password.sql", "  delete from mail_tokens t where t.person_id = person.id;\n", "")],
    red: [
      "dashboard/attacks/attacker",
      "ends with any other of the person that is used, in whatever browser",
    ],
  },
  {
    name: "a new password ends all sessions",
    breaks: [edit("reset_password.sql", "  delete from sessions s where s.person_id = person.id;\n", "")],
    red: ["sessions/sign-in", "once, ends every session on every process, and is told of"],
  },
  {
    name: "a page of the checkout is embedded by registered origins",
    breaks: [
      edit(
        "show-page.ts",
        `registered.find((origin) => origin === asking) ?? "'none'"`,
        `(asking as string) ?? registered[0]`,
      ),
    ],
    red: ["checkout/page-response", "may be embedded only by its own merchant's registered origins"],
  },
  {
    name: "a page of the checkout posts to registered origins",
    breaks: [edit("show-page.ts", "origins.includes(origin) &&", "origin.length > 0 &&")],
    red: ["checkout/page-response", "contains the origin to post to only where that origin is registered"],
  },
  {
    name: "the checkout posts to the origin that embeds it",
    breaks: [edit("talk-to-parent.ts", "postMessage(envelope, origin)", 'postMessage(envelope, "*")')],
    red: ["checkout/page-embedded.browser", "posts to the registered origin only"],
  },
  {
    name: "a session of the checkout belongs to its link",
    breaks: [
      edit(
        "start_checkout_session.sql",
        "when link.id is null or session.payment_link_id <> link.id then 'not_found'",
        "when link.id is null then 'not_found'",
      ),
      edit(
        "start_checkout_session.sql",
        "if session.payment_link_id is distinct from link.id then",
        "if false then",
      ),
    ],
    red: ["checkout/sessions", "belongs to one link, even when two are started with one token at once"],
  },
];
