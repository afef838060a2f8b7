import { readdir, readFile } from "node:fs/promises";
import type pg from "pg";
import { format, resolveConfig } from "prettier";

const TARGET = new URL("../../sql/functions.generated.ts", import.meta.url);

/**
 * Parameters that may be null although their function neither checks for null nor has a default: it stores them
 * unchanged.
 */
const mayBeNull = new Set<string>([
  "activate_crypto_collection.p_address",
  "activate_virtual_account.p_ends_at",
  "activate_virtual_account.p_through",
  "change_password.p_old_hash",
  "compare_payout_destination.p_bank",
  "compare_payout_destination.p_holder",
  "complete_identity_check.p_name",
  "create_payment_link.p_amount",
  "create_payment_link.p_customer_email",
  "create_payment_link.p_customer_name",
  "create_payment_link.p_max_amount",
  "create_payment_link.p_min_amount",
  "create_payment_link.p_success_redirect_url",
  "end_sessions.p_except",
  "find_credentials.p_email",
  "find_credentials.p_person_id",
  "find_mail_token.p_browser_hash",
  "finish_account_poll.p_next_page",
  "finish_credit_notice.p_amount",
  "finish_credit_notice.p_currency",
  "finish_credit_notice.p_is_one_time",
  "finish_credit_notice.p_paid_at",
  "finish_credit_notice.p_payer",
  "finish_credit_notice.p_provider_account",
  "finish_credit_notice.p_recipient",
  "finish_sign_in.p_user_agent",
  "defer_payout.p_reason",
  "record_http_credit.p_paid_at",
  "record_http_credit.p_payer",
  "record_mail_attempt.p_error",
  "request_crypto_collection.p_customer_email",
  "resend_verification.p_browser_hash",
  "schedule_payout_confirmation.p_refused_for",
  "schedule_payout_confirmation.p_within",
  "set_provider_tariff.p_cap",
  "set_provider_tariff.p_up_to",
  "sign_in.p_previous_hash",
  "sign_in.p_user_agent",
  "sign_up.p_browser_hash",
  "start_checkout_session.p_amount",
  "start_checkout_session.p_email",
  "start_session.p_user_agent",
  "verify_email.p_password_hash",
  "verify_email.p_user_agent",
]);

/** PostgreSQL's types by the kinds of values that call() knows. Arrays have the same names with "[]". */
const kinds: Record<string, string> = {
  bigint: "bigint",
  smallint: "number",
  integer: "number",
  "double precision": "number",
  bytea: "bytes",
  "timestamp with time zone": "time",
  ...Object.fromEntries(
    "void boolean json jsonb text uuid date inet cidr interval acting caller"
      .split(" ")
      .map((name) => [name, name]),
  ),
};

type Column = { name: string; type: string };
type Described = {
  name: string;
  source: string;
  takes: (Column & { default: string | null })[];
  is_set: boolean;
  /** How many rows of a set PostgreSQL expects: one if the function is declared with `rows 1`. */
  rows: number;
  returns: string;
  /** Of a function that returns rows. */
  columns: Column[] | null;
};

/**
 * The functions that sql/ calls with call(), as TypeScript: sql/functions.generated.ts, from PostgreSQL's catalogue.
 */
export async function describeFunctions(client: pg.Client): Promise<string> {
  const { rows } = await client.query<Described>(query, [await calledNames()]);
  const text = [
    '// Made from PostgreSQL\'s catalogue by "npm run schema"; test/sql/functions.test.ts compares it with the database.',
    "",
    "/**",
    " * The functions that queries call: what they take and return, in kinds of values that call() knows, and how the",
    " * result is read. `?`: may be null; `=`: has a default.",
    " */",
    `export const functions = { ${rows.map(descriptionOf).join(" ")} } as const;`,
  ].join("\n");
  const options = { ...(await resolveConfig(TARGET)), parser: "typescript" };
  // A second pass still changes the format.
  return format(await format(text, options), options);
}

/** The functions that queries of sql/ name in call(). */
async function calledNames(): Promise<string[]> {
  const folder = new URL("../../sql/", import.meta.url);
  const files = (await readdir(folder, { recursive: true })).filter((name) => name.endsWith(".ts"));
  const texts = await Promise.all(files.map((name) => readFile(new URL(name, folder), "utf8")));
  return texts.flatMap((text) => [...text.matchAll(/\bcall\(\s*"(\w+)"/g)].map(([, name]) => name!));
}

function descriptionOf(described: Described): string {
  const { name, is_set: isSet, returns, columns } = described;
  const kindOf = (type: string) => {
    const [, element = "", array = ""] = /^(.*?)(\[\])?$/.exec(type)!;
    if (!(element in kinds)) throw new Error(`call() knows no ${type}, which ${name} takes or returns`);
    return `"${kinds[element]}${array}"`;
  };
  const gives = columns ? membersOf(columns.map((one) => [one.name, kindOf(one.type)])) : kindOf(returns);
  const many = described.rows === 1 ? "maybeOne" : "any";
  const read = columns
    ? isSet
      ? many
      : "one"
    : isSet
      ? "anyFirst"
      : returns === "void"
        ? "query"
        : "oneFirst";
  return `${name}: { takes: ${membersOf(parametersOf(described, kindOf))}, gives: ${gives}, read: "${read}" },`;
}

/** A function's parameters with their kinds; a merchant and environment side by side are a tenant. */
function parametersOf({ name, source, takes }: Described, kindOf: (type: string) => string) {
  const parameters: [string, string][] = [];
  for (const one of takes) {
    const mark = `${acceptsNull(name, source, one) ? "?" : ""}${one.default === null ? "" : "="}`;
    if (one.name === "p_environment" && parameters.at(-1)?.[0] === "p_merchant_id") {
      const [, merchant] = parameters.pop()!;
      parameters.push(["p_tenant", merchant === '"bigint?"' ? '"anyTenant"' : '"tenant"']);
    } else if (one.name === "p_environment") parameters.push([one.name, '"environment"']);
    else if (one.name === "p_trace_id") parameters.push([one.name, '"trace"']);
    else parameters.push([one.name, kindOf(one.type).replace(/"$/, `${mark}"`)]);
  }
  return parameters;
}

function acceptsNull(name: string, source: string, one: Described["takes"][number]): boolean {
  const { name: parameter, type } = one;
  if (type === "acting" || type === "caller") return false;
  if (one.default?.startsWith("NULL") || mayBeNull.has(`${name}.${parameter}`)) return true;
  const nullChecks = [`\\b${parameter}\\s+is\\s+(not\\s+)?null`, `(coalesce|nullif)\\(\\s*${parameter}\\s*,`];
  return nullChecks.some((pattern) => new RegExp(pattern, "i").test(source.replaceAll(/--.*$/gm, "")));
}

const membersOf = (members: [string, string][]) =>
  `{ ${members.map(([name, kind]) => `${camelCase(name)}: ${kind}`).join(", ")} }`;

const camelCase = (name: string) =>
  name.replace(/^p_/, "").replaceAll(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());

const query = `
  select p.proname as name, p.prosrc as source, p.proretset as is_set, p.prorows as rows,
    format_type(p.prorettype, null) as returns,
    coalesce((
      select json_agg(
        json_build_object(
          'name', a.name, 'type', format_type(a.type, null), 'default', pg_get_function_arg_default(p.oid, a.nth::int)
        )
        order by a.nth
      )
      from unnest(p.proargtypes::oid[], p.proargnames[:p.pronargs]) with ordinality a (type, name, nth)
    ), '[]') as takes,
    coalesce(
      (
        select json_agg(json_build_object('name', a.name, 'type', format_type(a.type, null)) order by a.nth)
        from unnest(p.proallargtypes, p.proargnames, p.proargmodes) with ordinality a (type, name, mode, nth)
        where a.mode in ('o', 't')
      ),
      (
        select json_agg(json_build_object('name', a.attname, 'type', format_type(a.atttypid, null)) order by a.attname)
        from pg_type t join pg_attribute a on a.attrelid = t.typrelid and a.attnum > 0 and not a.attisdropped
        where t.oid = p.prorettype and t.typtype = 'c'
      )
    ) as columns
  from pg_proc p
  where p.pronamespace = 'public'::regnamespace and p.proname = any ($1)
  order by p.proname`;
