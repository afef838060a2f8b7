import type { Logger } from "pino";
import type { Connection } from "../../sql/process/database.ts";
import { claimBalancePoll, recordBalances, type BalancesAnswer } from "../../sql/floats/floats.ts";
import { callGateway } from "../gateways/call-gateway.ts";
import type { Gateways } from "../gateways/create-gateways.ts";
import type { BalancesResult, NotCalled, Offering } from "../gateways/gateway.ts";
import type { SerialRunner } from "../queue/serial-runner.ts";

type Tools = {
  database: Connection;
  /** Serializes database calls: one connection is used at a time, however many gateways answer. */
  runSerially: SerialRunner;
  gateways: Pick<Gateways, "offering">;
  logger: Logger;
};

/**
 * Polls the balance at each live gateway that offers it, and records it beside our books (record_balances). SQL lets
 * one process poll each gateway once in five minutes. Gateways are polled concurrently, with no transaction open, and
 * the database is called one at a time: a slow or failing gateway delays no other, and its last balance stays.
 *
 * No money moves because of a balance, and no payout is stopped by one.
 *
 * @param onError called with the gateway that failed for a reason of ours, such as a lost connection to the database
 */
export async function pollBalances(
  { database, runSerially, gateways, logger }: Tools,
  signal: AbortSignal,
  onError: (gateway: string) => (error: unknown) => void,
): Promise<void> {
  const polls = gateways
    .offering("live", "findBalances")
    .map((gateway) => pollBalance(gateway).catch(onError(gateway.kind)));
  await Promise.all(polls);

  async function pollBalance(gateway: Offering<"findBalances">): Promise<void> {
    const { kind } = gateway;
    if (kind === "sandbox") return;
    const poll = await runSerially(() => claimBalancePoll(database, { gateway: kind }));
    if (poll === null) return;
    const call = { gateway, operation: "findBalances", environment: "live" } as const;
    const result = await callGateway(logger, call, { polled: "balance" }, (offering) =>
      offering.findBalances(signal),
    );
    await runSerially(() => recordBalances(database, { gateway: kind, poll, ...answerOf(result) }));
  }
}

function answerOf(result: BalancesResult | NotCalled): BalancesAnswer {
  switch (result.kind) {
    case "balances":
      return { balances: result.balances };
    case "not_found":
      return { balances: null };
    case "unknown":
      return { problem: result.reason };
  }
}
