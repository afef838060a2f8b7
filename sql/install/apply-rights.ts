import type pg from "pg";
import { optionalRoles, rights, roles, type Columns, type Role } from "./rights.ts";
import { roleNames } from "./role-names.ts";

/** A right on one object: a statement after `grant` or `revoke`, such as `select (name) on table merchants`. */
type Right = { right: string; grantee: string };

/**
 * Gives the present database's roles the rights of rights.ts and takes all others from them and from PUBLIC, in the
 * caller's transaction, whose search_path is public. Changes nothing where the rights are as declared. The roles exist,
 * but for optional ones, which are then left out.
 * Rights of other roles, which an administrator gave, stay. Throws, naming it, if something declared does not exist.
 */
export async function applyRights(client: pg.Client): Promise<void> {
  // A new function may be called by its owner only, until rights.ts declares it.
  await client.query("alter default privileges revoke execute on functions from public");
  const catalog = await readCatalog(client);
  const names = roleNames(catalog.database);
  const existing = roles.filter(
    (role) => !optionalRoles.includes(role) || catalog.roles.includes(names[role]),
  );
  const wanted = existing.flatMap((role) => {
    const grantee = client.escapeIdentifier(names[role]);
    return rightsOf(role, catalog).map((right) => ({ right, grantee }));
  });
  const present = await readGranted(client, Object.values(names));
  const isIn = (list: Right[]) => {
    const keys = new Set(list.map(({ right, grantee }) => `${right} ${grantee}`));
    return ({ right, grantee }: Right) => keys.has(`${right} ${grantee}`);
  };
  const [isWanted, isPresent] = [isIn(wanted), isIn(present)];
  const statements = [
    ...present.filter((one) => !isWanted(one)).map(({ right, grantee }) => `revoke ${right} from ${grantee}`),
    ...wanted.filter((one) => !isPresent(one)).map(({ right, grantee }) => `grant ${right} to ${grantee}`),
    ...(await policyChanges(client, catalog.queues, names.workers)),
  ];
  if (statements.length > 0) await client.query(statements.join(";\n"));
  await refuseMakersOfObjects(
    client,
    existing.map((role) => names[role]),
  );
}

/**
 * Throws if a role may create functions beside ours, which would run in their place. PostgreSQL only warns when it
 * revokes a right that somebody else granted, such as another owner of the schema.
 */
async function refuseMakersOfObjects(client: pg.Client, names: string[]): Promise<void> {
  const { rows } = await client.query(
    "select from unnest($1::text[]) name where has_schema_privilege(name, 'public', 'create')",
    [names],
  );
  if (rows.length > 0) {
    throw new Error(
      "everybody may make objects in the schema public of this database. As its owner or a superuser, run: " +
        "revoke create on schema public from public",
    );
  }
}

type Catalog = {
  database: string;
  /** The columns of every table and view, by its name. */
  columns: Map<string, string[]>;
  /** The functions with their parameters, by name. */
  signatures: Map<string, string>;
  /** The schemas of graphile-worker. */
  queues: string[];
  /** All roles of the server. */
  roles: string[];
};

async function readCatalog(client: pg.Client): Promise<Catalog> {
  const { rows } = await client.query<{
    database: string;
    columns: Record<string, string[]>;
    signatures: Record<string, string>;
    queues: string[];
    roles: string[];
  }>(`
    select current_database() as database,
      (
        select json_object_agg(c.relname, array(
          select attname from pg_attribute where attrelid = c.oid and attnum > 0 and not attisdropped order by attnum
        ))
        from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'v')
      ) as columns,
      (
        select json_object_agg(proname, oid::regprocedure::text)
        from pg_proc where pronamespace = 'public'::regnamespace
      ) as signatures,
      queue_names() as queues,
      array(select rolname::text from pg_roles) as roles`);
  const { database, columns, signatures, queues, roles: existing } = rows[0]!;
  return {
    database,
    queues,
    roles: existing,
    columns: new Map(Object.entries(columns)),
    signatures: new Map(Object.entries(signatures)),
  };
}

function rightsOf(role: Role, { columns, signatures, queues }: Catalog): string[] {
  const { reads, calls, queue } = rights[role];
  const find = <Value>(map: Map<string, Value>, name: string): Value => {
    const found = map.get(name);
    if (found === undefined)
      throw new Error(`sql/install/rights.ts: ${role} is given ${name}, which does not exist`);
    return found;
  };
  const onTables = Object.entries(reads).flatMap(([table, named]) => {
    const all = find(columns, table);
    if (named === "all") return [`select on table ${table}`];
    return chosen(all, named).map((column) => {
      if (!all.includes(column)) throw new Error(`sql/install/rights.ts: ${table} has no column ${column}`);
      return `select (${column}) on table ${table}`;
    });
  });
  const onQueues = queues.flatMap((schema) => [
    ...(Object.keys(queue).length > 0 ? [`usage on schema ${schema}`] : []),
    ...Object.entries(queue).flatMap(([table, privileges]) =>
      privileges.map((privilege) => `${privilege} on table ${schema}.${table}`),
    ),
  ]);
  return [...onTables, ...calls.map((name) => `execute on function ${find(signatures, name)}`), ...onQueues];
}

function chosen(all: string[], named: Exclude<Columns, "all">): readonly string[] {
  if (!("except" in named)) return named;
  return all.filter((column) => !named.except.includes(column));
}

/** The rights of these roles and PUBLIC on our objects, except PUBLIC's use of the schema `public`. */
async function readGranted(client: pg.Client, grantees: string[]): Promise<Right[]> {
  const { rows } = await client.query<{ right: string; grantee: string | null }>(
    `with ours as (
      select oid, nspacl, oid::regnamespace::text as name from pg_namespace n
      where nspname = 'public' or nspname = any (queue_names())
    ), granted as (
      select format('%s on schema %s', lower(a.privilege_type), n.name) as right, a.grantee
      from ours n cross join aclexplode(n.nspacl) a
      union all
      select format(
        '%s on %s %s', lower(a.privilege_type), case when c.relkind = 'S' then 'sequence' else 'table' end,
        c.oid::regclass
      ), a.grantee
      from pg_class c cross join aclexplode(c.relacl) a
      where c.relnamespace in (select oid from ours) and c.relkind in ('r', 'p', 'v', 'S')
        and not exists (select from pg_depend d where d.objid = c.oid and d.deptype = 'e')
      union all
      select format('%s (%I) on table %s', lower(a.privilege_type), t.attname, t.attrelid::regclass), a.grantee
      from pg_attribute t join pg_class c on c.oid = t.attrelid cross join aclexplode(t.attacl) a
      where c.relnamespace in (select oid from ours) and not t.attisdropped
        and not exists (select from pg_depend d where d.objid = c.oid and d.deptype = 'e')
      union all
      select format('execute on function %s', p.oid::regprocedure), a.grantee
      from pg_proc p cross join aclexplode(coalesce(p.proacl, acldefault('f', p.proowner))) a
      where p.pronamespace in (select oid from ours)
        and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e')
    )
    select g.right, r.rolname as grantee from granted g left join pg_roles r on r.oid = g.grantee
    where r.rolname = any ($1) or (g.grantee = 0 and g.right <> 'usage on schema public')`,
    [grantees],
  );
  return rows.map(({ right, grantee }) => ({
    right,
    grantee: grantee === null ? "public" : client.escapeIdentifier(grantee),
  }));
}

/**
 * graphile-worker turns row security on, without a policy: only the owner sees jobs. Returns the statements that let
 * the workers see all of them.
 */
async function policyChanges(client: pg.Client, queues: string[], workers: string): Promise<string[]> {
  const { rows } = await client.query<{ name: string; exists: boolean }>(
    `select c.oid::regclass::text as name, p.oid is not null as exists
    from pg_class c left join pg_policy p on p.polrelid = c.oid and p.polname = 'workers'
    where c.relnamespace = any ($1::regnamespace[]) and c.relrowsecurity
      and p.polroles is distinct from array[(select oid from pg_roles where rolname = $2)]`,
    [queues, workers],
  );
  const role = client.escapeIdentifier(workers);
  return rows.map(({ name, exists }) =>
    exists
      ? `alter policy workers on ${name} to ${role}`
      : `create policy workers on ${name} to ${role} using (true) with check (true)`,
  );
}
