import { startDeadline } from "../../start-deadline.ts";
import {
  sendResult,
  type Gateway,
  type GatewayResult,
  type NotCalled,
  type Operation,
  type SendResult,
  type SentTransfer,
  type TransferStatusResult,
} from "../gateway.ts";
import type { GatewayGuards } from "./create-gateway-guards.ts";
import { failedThere } from "./create-guard.ts";

/** How long the poll before a breaker's trial transfer may take: there is time for another gateway. */
const PROBE_MS = 2_000;

type Make<Request, Result> = (request: Request, signal: AbortSignal) => Promise<Result>;

/**
 * Returns a gateway with a guard on each operation: see createGuard().
 *
 * After an outage of sendTransfer the provider is polled about the first payout before it is sent. A provider that
 * swallows requests then costs no payout: one that was only polled can go to another gateway. A payout that it
 * unexpectedly has already is not sent.
 */
export function guardGateway(gateway: Gateway, guards: GatewayGuards): Gateway {
  const {
    enquireName,
    findBalances,
    findCase,
    findCredit,
    findTransfer,
    listCredits,
    lookUpIdentity,
    provisionAccount,
    provisionCryptoAddress,
  } = gateway;
  const guarded = <Request, Result extends GatewayResult>(
    operation: Operation,
    make: Make<Request, Result>,
  ) => {
    const guard = guards(gateway.kind, operation);
    return (request: Request, signal: AbortSignal): Promise<Result | NotCalled> =>
      guard.call((limited) => make(request, limited), signal);
  };
  const sending = guards(gateway.kind, "sendTransfer");

  return {
    ...gateway,
    enquireName: guarded("enquireName", enquireName),
    findTransfer: guarded("findTransfer", async (request: SentTransfer, signal) => {
      const result = await findTransfer(request, signal);
      // It accepted the transfer then, which counted as a success.
      if (request.status === "processing" && failedThere(result)) sending.noteFailure();
      return result;
    }),
    ...(lookUpIdentity && { lookUpIdentity: guarded("lookUpIdentity", lookUpIdentity) }),
    ...(findBalances && {
      findBalances: (signal: AbortSignal) => guards(gateway.kind, "findBalances").call(findBalances, signal),
    }),
    ...(findCase && { findCase: guarded("findCase", findCase) }),
    ...(findCredit && { findCredit: guarded("findCredit", findCredit) }),
    ...(listCredits && { listCredits: guarded("listCredits", listCredits) }),
    ...(provisionAccount && { provisionAccount: guarded("provisionAccount", provisionAccount) }),
    ...(provisionCryptoAddress && {
      provisionCryptoAddress: guarded("provisionCryptoAddress", provisionCryptoAddress),
    }),
    async sendTransfer(transfer, signal) {
      let found: TransferStatusResult = { kind: "not_found" };
      const result = await sending.call<SendResult>(
        async (limited) =>
          found.kind === "not_found" || found.kind === "unknown"
            ? gateway.sendTransfer(transfer, limited)
            : found,
        signal,
        async (limited) => {
          using deadline = startDeadline(PROBE_MS, limited);
          found = await findTransfer({ ...transfer, status: "processing" }, deadline.signal);
          return found;
        },
      );
      return result.kind === "unknown" ? sendResult(result) : result;
    },
  };
}
