import { availableParallelism, cpus, loadavg, totalmem } from "node:os";
import pg from "pg";

/** The machine and the settings behind the figures, in one sentence each. */
export async function describeMachine(serverUrl: string): Promise<string> {
  const client = new pg.Client({ connectionString: serverUrl });
  await client.connect();
  const { rows } = await client.query<{ version: string; durability: string }>(`
    select current_setting('server_version') as version,
      string_agg(name || ' ' || setting, ', ' order by name) as durability
    from pg_settings where name in ('fsync', 'synchronous_commit', 'full_page_writes', 'shared_buffers')`);
  await client.end();
  const memory = Math.round(totalmem() / 2 ** 30);
  return (
    `${availableParallelism()} cores (${cpus()[0]?.model ?? "unknown"}), ${memory} GB, shared by the service, PostgreSQL and the load. ` +
    `Node ${process.versions.node}. PostgreSQL ${rows[0]!.version}: ${rows[0]!.durability}.`
  );
}

/** The mean number of processes that wanted a core in the last minute: above 1 before a run, the machine is busy. */
export function loadBefore(): string {
  return loadavg()[0]!.toFixed(1);
}
