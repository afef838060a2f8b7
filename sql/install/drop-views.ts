import type pg from "pg";
import type { SqlFile } from "./sql-files.ts";

/**
 * Drops our views, and our functions whose definition PostgreSQL binds to one of them, when one of `changed` is a view
 * or a view has disappeared. Returns the files that make them again, together with `changed`.
 *
 * A view cannot lose or rename columns while it stands, nor be dropped while another needs it. All of them are made
 * again in the same transaction, so nobody sees the gap. What is not ours and needs one of our views is not dropped:
 * PostgreSQL refuses, and names it.
 */
export async function dropViewsToChange(
  client: pg.Client,
  functions: SqlFile[],
  changed: SqlFile[],
): Promise<SqlFile[]> {
  const views = functions.flatMap(viewsOf);
  const { rows } = await client.query<{ name: string }>(
    "select viewname as name from pg_views where schemaname = 'public'",
  );
  const standing = views.filter((name) => rows.some((row) => row.name === name));
  const hasViews = (file: SqlFile) => viewsOf(file).length > 0;
  if (standing.length === views.length && !changed.some(hasViews)) return changed;

  const bound = await dropBoundFunctions(client, standing);
  if (standing.length > 0) await dropViews(client, standing);
  return functions.filter(
    (file) => changed.includes(file) || hasViews(file) || bound.includes(functionOf(file)),
  );
}

async function dropViews(client: pg.Client, views: string[]): Promise<void> {
  await client.query(`drop view ${views.join(", ")}`).catch((cause: pg.DatabaseError) => {
    if (cause.code !== "2BP01") throw cause; // dependent_objects_still_exist
    throw new Error(
      `views of your own stand in the way; drop them first, and make them again: ${cause.detail}`,
      {
        cause,
      },
    );
  });
}

/** Drops the functions that have one of the views in a parsed body, or its row as a type. Returns their names. */
async function dropBoundFunctions(client: pg.Client, views: string[]): Promise<string[]> {
  const { rows } = await client.query<{ name: string; signature: string }>(
    `select distinct p.proname as name, p.oid::regprocedure::text as signature
    from pg_class v
    join pg_depend d on (d.refclassid, d.refobjid) in (('pg_class'::regclass, v.oid), ('pg_type'::regclass, v.reltype))
    join pg_proc p on d.classid = 'pg_proc'::regclass and p.oid = d.objid
    where v.relkind = 'v' and v.relnamespace = 'public'::regnamespace and v.relname = any ($1)
      and p.pronamespace = 'public'::regnamespace`,
    [views],
  );
  for (const { signature } of rows) await client.query(`drop function ${signature}`);
  return rows.map(({ name }) => name);
}

function viewsOf({ text }: SqlFile): string[] {
  return Array.from(text.matchAll(/create or replace view (\w+)/g), ([, name]) => name!);
}

/** A file is called what it makes; graphile_worker.sql makes no function that is bound to a view. */
function functionOf({ name }: SqlFile): string {
  return name.replace(/^.*\//, "").replace(/\.sql$/, "");
}
