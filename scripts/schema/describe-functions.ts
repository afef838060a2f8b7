import { readdir, readFile } from "node:fs/promises";
import type pg from "pg";
import { format, resolveConfig } from "prettier";

const TARGET = new URL("../../sql/functions.generated.ts", import.meta.url);

/**
 * Parameters that may be null although their function neither asks whether they are nor has a default: it stores them
 * as they are.
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

/** PostgreSQL's types by how call() passes and reads them. Its arrays have the same names with "[]". */
const kinds: Record<string, { kind: string; type: string }> = {
  bigint: { kind: "bigint", type: "bigint" },
  smallint: { kind: "number", type: "number" },
  integer: { kind: "number", type: "number" },
  "double precision": { kind: "number", type: "number" },
  boolean: { kind: "boolean", type: "boolean" },
  bytea: { kind: "bytes", type: "Buffer" },
  "timestamp with time zone": { kind: "time", type: "Date" },
  json: { kind: "json", type: "unknown" },
  jsonb: { kind: "jsonb", type: "unknown" },
  acting: { kind: "acting", type: "Acting" },
  caller: { kind: "caller", type: "RequestedBy" },
  ...Object.fromEntries(
    ["text", "uuid", "date", "inet", "cidr", "interval"].map((name) => [
      name,
      { kind: name, type: "string" },
    ]),
  ),
};

/** call() passes it by itself, so that no query has to think of it. */
const TRACE = "p_trace_id";

type Parameter = { name: string; type: string; default: string | null };
type Described = {
  name: string;
  source: string;
  takes: Parameter[];
  is_set: boolean;
  returns: string;
  /** Of a function that returns rows. */
  columns: { name: string; type: string }[] | null;
};

/** The functions that sql/ calls by call(), as TypeScript: sql/functions.generated.ts, from PostgreSQL's catalogue. */
export async function describeFunctions(client: pg.Client): Promise<string> {
  const { rows } = await client.query<Described>(query, [await calledNames()]);
  const text = [
    '// Made from PostgreSQL\'s catalogue by "npm run schema"; test/sql/functions.test.ts compares it with the database.',
    'import type { Acting } from "./audit-log/acting.ts";',
    'import type { RequestedBy } from "./keys/callers.ts";',
    'import type { Environment } from "./ledger/money.ts";',
    'import type { Tenant } from "./merchants/tenant.ts";',
    "",
    "/** What a function returns that returns a set. */",
    "export type Rows<Row> = { rows: Row };",
    "",
    "/** The functions that queries call: what they take, in their order, and return. */",
    `export type Functions = { ${rows.map(signatureOf).join(" ")} };`,
    "",
    "/** How their parameters are passed, and their results read: see call(). `?`: may be null; `=`: has a default. */",
    `export const functions = { ${rows.map(descriptionOf).join(" ")} } as const;`,
  ].join("\n");
  const options = { ...(await resolveConfig(TARGET)), parser: "typescript" };
  // What it formats first, it would format otherwise again.
  return format(await format(text, options), options);
}

/** Those that a query of sql/ names in call(), callOne() or callMaybeOne(). */
async function calledNames(): Promise<string[]> {
  const folder = new URL("../../sql/", import.meta.url);
  const files = (await readdir(folder, { recursive: true })).filter((name) => name.endsWith(".ts"));
  const texts = await Promise.all(files.map((name) => readFile(new URL(name, folder), "utf8")));
  return texts.flatMap((text) => [...text.matchAll(/\bcall\w*\(\s*"(\w+)"/g)].map(([, name]) => name!));
}

type Taken = Parameter & { kind: string; defaults: boolean; nullable: boolean };

/** A function's parameters; a merchant and environment beside each other are one tenant. */
function duplicateGateway({ name, source, takes }: Described): Taken[] {
  const taken: Taken[] = [];
  for (const one of takes.filter(({ name: parameter }) => parameter !== TRACE)) {
    const previous = taken.at(-1);
    const nullable = acceptsNull(name, source, one);
    // Where nobody asks, an operator does.
    const defaults = one.default !== null || one.type === "caller";
    if (one.name === "p_environment" && previous?.name === "p_merchant_id") {
      taken[taken.length - 1] = { ...previous, name: "p_tenant", type: "Tenant", kind: "tenant" };
      continue;
    }
    const [, element, array] = /^(.*?)(\[\])?$/.exec(one.type)!;
    const known = kinds[element!];
    if (known === undefined) throw new Error(`call() cannot pass ${one.name} of ${name}, a ${one.type}`);
    const isEnvironment = one.name === "p_environment";
    // Elements of such arrays are columns of rows, of which any may be null.
    const items = known.type === "string" ? "(string | null)" : known.type;
    const type = isEnvironment ? "Environment" : array ? `readonly ${items}[]` : known.type;
    const kind = isEnvironment ? "environment" : array ? `${element}[]` : known.kind;
    taken.push({ ...one, type: type === "Date" ? "Date | string" : type, kind, nullable, defaults });
  }
  return taken;
}

function acceptsNull(name: string, source: string, one: Parameter): boolean {
  const { name: parameter, type } = one;
  if (
    one.default?.startsWith("NULL") ||
    type === "acting" ||
    type === "caller" ||
    mayBeNull.has(`${name}.${parameter}`)
  )
    return true;
  const asked = [`\\b${parameter}\\s+is\\s+(not\\s+)?null`, `(coalesce|nullif)\\(\\s*${parameter}\\s*,`];
  return asked.some((pattern) => new RegExp(pattern, "i").test(source.replaceAll(/--.*$/gm, "")));
}

const camelCase = (name: string) =>
  name.replace(/^p_/, "").replaceAll(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());

function signatureOf(described: Described): string {
  const { name, is_set: isSet, returns, columns } = described;
  const parameters = duplicateGateway(described).map((one) => {
    const nullable = one.nullable && one.kind !== "acting" && one.kind !== "caller" ? " | null" : "";
    const type = `${one.type}${nullable}${one.defaults ? " | undefined" : ""}`;
    return `${camelCase(one.name)}${one.defaults ? "?" : ""}: ${type}`;
  });
  const result = columns
    ? `{ ${columns.map((column) => `${camelCase(column.name)}: ${typeOf(name, column.type)}`).join("; ")} }`
    : typeOf(name, returns);
  return `${name}(${parameters.join(", ")}): ${isSet ? `Rows<${result}>` : result};`;
}

function typeOf(name: string, type: string): string {
  if (type === "void") return "void";
  const [, element, array] = /^(.*?)(\[\])?$/.exec(type)!;
  const known = kinds[element!];
  if (known === undefined) throw new Error(`call() cannot read a ${type}, which ${name} returns`);
  return array ? `${known.type}[]` : known.type;
}

function descriptionOf(described: Described): string {
  const { name, is_set: isSet, returns, columns } = described;
  const takes = duplicateGateway(described).map((one) => {
    return `${camelCase(one.name)}: "${one.kind}${one.nullable ? "?" : ""}${one.defaults ? "=" : ""}"`;
  });
  const kindOf = (type: string) => (type.endsWith("[]") ? type : (kinds[type]?.kind ?? type));
  const gives = columns
    ? `{ ${columns.map((column) => `${camelCase(column.name)}: "${kindOf(column.type)}"`).join(", ")} }`
    : `"${kindOf(returns)}"`;
  const isTraced = described.takes.some(({ name: parameter }) => parameter === TRACE);
  return `${name}: { takes: { ${takes.join(", ")} }, gives: ${isSet ? `[${gives}]` : gives}, isTraced: ${isTraced} },`;
}

const query = `
  select p.proname as name, p.prosrc as source, p.proretset as is_set, format_type(p.prorettype, null) as returns,
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
