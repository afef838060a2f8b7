import pg from "pg";
import { runLoad } from "../load/run-load.ts";
import type { Loaded } from "../load/keep-busy.ts";
import type { Transfers } from "../load/transfer.ts";
import type { Measurement } from "../row.ts";

/**
 * The least cost of moving money durably: two balances change and two entries are written in one commit, by a plain SQL
 * function. No HTTP, key, hash, job or payout row. Never change it: rows are measured against it.
 */
const schema = `
  create table accounts (id integer primary key, balance bigint not null);
  create table entries (
    id bigint generated always as identity primary key,
    account_id integer not null references accounts, amount bigint not null
  );
  insert into accounts select id, 0 from generate_series(0, 399) id;
  create function transfer(source integer, target integer, amount bigint) returns void language sql as $$
    update accounts set balance = balance - amount where id = source;
    update accounts set balance = balance + amount where id = target;
    insert into entries (account_id, amount) values (source, -amount), (target, amount);
  $$;`;

/** All between the same two accounts. */
export const hotTransfers = bareTransfers("bare transfers, hot", 1, 4);
/** Between 200 pairs of accounts. */
export const spreadTransfers = bareTransfers("bare transfers, spread over 200", 200, 16);

function bareTransfers(title: string, pairs: number, clients: number): Measurement<"per second"> {
  return {
    title,
    measure: async (bench) => {
      const databaseUrl = await bench.platforms.controlDatabase("transfers", createSchema);
      const input: Transfers = { databaseUrl, pairs, clients, seconds: bench.seconds };
      const { perSecond } = await runLoad<Loaded>("transfer.ts", input);
      return { "per second": perSecond };
    },
  };
}

async function createSchema(databaseUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  await client.query(schema);
  await client.end();
}
