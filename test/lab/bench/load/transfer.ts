import pg from "pg";
import { keepBusy, type Load, type Loaded } from "./keep-busy.ts";
import { serve } from "../../fork-program.ts";

/** Transfers between `pairs` pairs of accounts, in turns. */
export type Transfers = Load & { databaseUrl: string; pairs: number };

/** Each client has a connection with a prepared statement. */
async function transfer({ databaseUrl, pairs, ...load }: Transfers): Promise<Loaded> {
  const idle = await Promise.all(
    Array.from({ length: load.clients }, async () => {
      const client = new pg.Client({ connectionString: databaseUrl });
      await client.connect();
      return client;
    }),
  );
  let next = 0;
  return keepBusy(load, async () => {
    const client = idle.pop()!;
    const pair = next++ % pairs;
    await client.query({
      name: "transfer",
      text: "select transfer($1, $2, $3)",
      values: [2 * pair, 2 * pair + 1, 100],
    });
    idle.push(client);
  });
}

serve({ run: transfer });
