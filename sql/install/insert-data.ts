import { readFile } from "node:fs/promises";
import { parse } from "csv-parse/sync";
import type pg from "pg";

/** The tables that start with the rows of sql/data/<table>.csv, each after those that it refers to. */
const tables = [
  { name: "gateways" },
  { name: "banks" },
  {
    name: "bank_provider_codes",
    // Once an operator has imported a provider's own list, that decides which banks it reaches.
    condition: `exists (select from banks b where b.code = d.bank_code)
      and not exists (select from audit_log a where a.action = 'bank import-codes' and a.target = d.gateway)`,
  },
  { name: "charges" },
];

/**
 * Inserts the rows of sql/data that are missing. Existing rows stay as they are, whatever the file says: operators may
 * have changed them. Returns the names of the files with new rows.
 */
export async function insertData(client: pg.Client): Promise<string[]> {
  const names: string[] = [];
  for (const { name, condition = "true" } of tables) {
    const file = `data/${name}.csv`;
    const rows: Record<string, string | null>[] = parse(
      await readFile(new URL(`../${file}`, import.meta.url), "utf8"),
      { columns: true, cast: (value) => (value === "" ? null : value) },
    );
    const columns = Object.keys(rows[0]!).join(", ");
    const { rowCount } = await client.query(
      `insert into ${name} (${columns})
      select ${columns} from jsonb_populate_recordset(null::${name}, $1) d where ${condition}
      on conflict do nothing`,
      [JSON.stringify(rows)],
    );
    if (rowCount !== 0) names.push(file);
  }
  return names;
}
