import type pg from "pg";

const HEADER = `\
-- The database's schema, as sql/ makes it. For reading only: nothing runs this file.
-- Written by "npm run schema"; test/sql/schema.test.ts compares it with a migrated database.
`;

/**
 * The schema of a database's \`public\` schema as text, read from PostgreSQL's catalog and sorted by name: the same
 * for the same schema on every PostgreSQL from 15 on. Views and functions appear with their columns and signatures
 * only; what they do is in their files. Rights are those of the roles of sql/install/rights.ts, without the
 * database's name. Left out: graphile-worker's schemas but for rights on them, names of not-null constraints, and
 * partitions, which come and go with time.
 */
export async function dumpSchema(client: pg.Client): Promise<string> {
  // Without public in the search path, every name would be qualified.
  await client.query("set search_path = public, pg_temp");
  const sections: string[] = [];
  for (const query of [types, sequences, tables, views, functions, grants]) {
    const { rows } = await client.query<{ text: string }>(query);
    sections.push(rows.map(({ text }) => text).join(query === functions || query === grants ? "\n" : "\n\n"));
  }
  return `${HEADER}\n${tidy(sections.join("\n\n"))}\n`;
}

/** PostgreSQL's own spelling, easier to read: lower case, "in (...)", no casts of texts. */
function tidy(text: string): string {
  return text
    .replaceAll("public.", "")
    .replaceAll("timestamp with time zone", "timestamptz")
    .replaceAll("USING btree ", "")
    .replaceAll(/('(?:[^']|'')*')::text\b/g, "$1")
    .replaceAll(/ = ANY \(ARRAY\[([^\]]*)\]\)/g, " in ($1)")
    .replaceAll(/'(?:[^']|'')*'|\b[A-Z]{2,}\b/g, (part) =>
      part.startsWith("'") ? part : part.toLowerCase(),
    );
}

/** The comments of a table (or type) and its columns, as statements. */
const comments = (relation: string, kind: "table" | "type") => `
  select string_agg(
    format(
      'comment on %s is %L;',
      case when a.attname is null then concat('${kind} ', ${relation}.relname)
        else concat('column ', ${relation}.relname, '.', a.attname) end,
      d.description
    ), E'\\n' order by coalesce(a.attnum, 0)
  ) as text
  from pg_description d left join pg_attribute a on a.attrelid = ${relation}.oid and a.attnum = d.objsubid
    and d.objsubid > 0
  where (d.classoid, d.objoid) in (
    ('pg_class'::regclass, ${relation}.oid), ('pg_type'::regclass, ${relation}.reltype)
  )`;

const types = `
  select concat_ws(E'\\n', format(E'create type %s as (\\n  %s\\n);', c.relname, cols.text), notes.text) as text
  from pg_class c
  cross join lateral (
    select string_agg(format('%s %s', a.attname, format_type(a.atttypid, a.atttypmod)), E',\\n  ' order by a.attnum)
      as text
    from pg_attribute a where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
  ) cols
  cross join lateral (${comments("c", "type")}) notes
  where c.relnamespace = 'public'::regnamespace and c.relkind = 'c'
  order by c.relname`;

const sequences = `
  select format(
    'create sequence %s start %s minvalue %s maxvalue %s;', c.relname, s.seqstart, s.seqmin, s.seqmax
  ) as text
  from pg_class c join pg_sequence s on s.seqrelid = c.oid
  where c.relnamespace = 'public'::regnamespace
    and not exists (select from pg_depend d where d.objid = c.oid and d.deptype = 'i')
  order by c.relname`;

const tables = `
  select concat_ws(
    E'\\n',
    format(
      E'create table %s (\\n  %s\\n)%s;', t.relname, concat_ws(E',\\n  ', cols.text, cons.text),
      ' partition by ' || pg_get_partkeydef(t.oid)
    ),
    notes.text,
    idx.text,
    trg.text
  ) as text
  from pg_class t
  cross join lateral (${comments("t", "table")}) notes
  cross join lateral (
    select string_agg(
      concat_ws(
        ' ', a.attname, format_type(a.atttypid, a.atttypmod),
        case when a.attidentity = 'a' then 'generated always as identity' end,
        'default ' || pg_get_expr(d.adbin, d.adrelid),
        case when a.attnotnull then 'not null' end
      ), E',\\n  ' order by a.attnum
    ) as text
    from pg_attribute a left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
    where a.attrelid = t.oid and a.attnum > 0 and not a.attisdropped
  ) cols
  cross join lateral (
    -- Whether a constraint was checked on rows older than itself says nothing about the schema.
    select string_agg(
      format('constraint %s %s', c.conname, replace(pg_get_constraintdef(c.oid, true), ' NOT VALID', '')),
      E',\\n  ' order by strpos('pufcx', c.contype::text), c.conname
    ) as text
    from pg_constraint c where c.conrelid = t.oid and c.contype in ('p', 'u', 'f', 'c', 'x')
  ) cons
  cross join lateral (
    select string_agg(
      replace(pg_get_indexdef(i.indexrelid), ' ON ONLY ', ' ON ') || ';', E'\\n' order by x.relname
    ) as text
    from pg_index i join pg_class x on x.oid = i.indexrelid
    where i.indrelid = t.oid
      and not exists (select from pg_constraint c where c.conindid = i.indexrelid and c.conrelid = t.oid)
  ) idx
  cross join lateral (
    select string_agg(pg_get_triggerdef(g.oid, true) || ';', E'\\n' order by g.tgname) as text
    from pg_trigger g where g.tgrelid = t.oid and not g.tgisinternal
  ) trg
  where t.relnamespace = 'public'::regnamespace and t.relkind in ('r', 'p') and not t.relispartition
  order by t.relname`;

const views = `
  select format(
    E'create view %s (\\n  %s\\n);', c.relname,
    string_agg(format('%s %s', a.attname, format_type(a.atttypid, a.atttypmod)), E',\\n  ' order by a.attnum)
  ) as text
  from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
  where c.relnamespace = 'public'::regnamespace and c.relkind = 'v'
  group by c.relname order by c.relname`;

const functions = `
  select format(
    'function %s(%s) returns %s', p.proname, pg_get_function_arguments(p.oid), pg_get_function_result(p.oid)
  ) as text
  from pg_proc p where p.pronamespace = 'public'::regnamespace
  order by p.proname, pg_get_function_identity_arguments(p.oid)`;

const grants = `
  with schemas as (
    select n.oid, n.nspname, n.nspacl from pg_namespace n
    where n.nspname = 'public' or n.nspname = any (queue_names())
  ), granted as (
    select a.grantee, a.privilege_type, 'schema ' || s.nspname as object, null as columns
    from schemas s cross join aclexplode(s.nspacl) a
    union all
    select a.grantee, a.privilege_type, c.oid::regclass::text, null
    from pg_class c join schemas s on s.oid = c.relnamespace cross join aclexplode(c.relacl) a
    where c.relkind in ('r', 'p', 'v', 'S')
    union all
    select a.grantee, a.privilege_type, c.oid::regclass::text, string_agg(t.attname, ', ' order by t.attnum)
    from pg_attribute t join pg_class c on c.oid = t.attrelid join schemas s on s.oid = c.relnamespace
    cross join aclexplode(t.attacl) a
    where not t.attisdropped
    group by a.grantee, a.privilege_type, c.oid
    union all
    select a.grantee, a.privilege_type, 'function ' || p.proname, null
    from pg_proc p join schemas s on s.oid = p.pronamespace cross join aclexplode(p.proacl) a
  )
  select format(
    'grant %s on %s to %s;', string_agg(lower(privilege_type) || coalesce(' (' || columns || ')', ''), ', '
      order by privilege_type), object, role
  ) as text
  from (
    select distinct substring(r.rolname from '_(ingress|workers|operator)$') as role, g.*
    from granted g join pg_roles r on r.oid = g.grantee
    where r.rolname ~ '_(ingress|workers|operator)$'
  ) ours
  group by role, object order by role, object like 'function %', object collate "C"`;
