import { cleanPayer } from "../../../sql/collections/clean-payer.ts";
import { readPaidAt } from "../../../sql/collections/read-paid-at.ts";
import type { HttpSettings } from "./manifest.ts";
import { sendResult, type Gateway, type NotFound, type TransferResult, type Unknown } from "../gateway.ts";
import { createRequestJson, type ProviderRequest } from "../request-json.ts";
import { failed, succeeded } from "../transfer-results.ts";
import { createCallProvider } from "./call-provider.ts";
import { ourBalances } from "../balances.ts";
import {
  accountResponse,
  addressResponse,
  balancesResponse,
  creditResponse,
  creditsResponse,
  identityResponse,
  nameResponse,
  transferResponse,
  type TransferResponse,
} from "./responses.ts";

/**
 * The gateway to a live provider that speaks this protocol under `url`, JSON over HTTP with the secret as bearer token:
 *
 *     POST /name-enquiries       {bankCode, accountNumber} → {accountName}
 *     POST /virtual-accounts     {reference, accountName, expiresAt}
 *                                → {bankCode, bankName, accountNumber, accountName, listsCredits?}
 *     GET  /virtual-accounts/{reference}/credits?page → {credits: [{id}], nextPage?}
 *     GET  /credits/{id}         → {id, recipient, amount: {value, currency}, payer?, confirmed?,
 *                                   paidAt?}
 *     POST /crypto-addresses     {reference, chain, token} → {address}
 *     POST /identities           {reference, type, identifier} → {name?, phones}
 *     POST /transfers            {reference, amount: {value, currency}, bankCode, accountNumber, accountName,
 *                                 narration?, purpose?}
 *                                → {reference, status: pending|succeeded|failed|reversed, amount?,
 *                                   failure?: {code, message}}
 *     GET  /transfers/{reference} → the same
 *     GET  /balance              → {balances: [{value, currency}]}
 *
 * A reference has one effect, however often it is sent; lookups return what is true now. A success is a 2xx. A 404
 * with {"error":"not_found"} means that there is no such account, record, credit or transfer. `listsCredits: true` says
 * that the provider lists what came in to the account; else it is not polled. A provider that does not report its
 * balance answers GET /balance with such a 404. A 4xx or 5xx to POST /transfers
 * with {"error":"not_sent","reason":"no_float"|"bank_unreachable"|"unavailable"} promises that this request moved
 * nothing and never will: another gateway may send the transfer. To POST /name-enquiries the reason "bank_unreachable"
 * says that the provider does not reach the bank: another gateway is called. Everything else, and a 2xx that does not
 * fit the request, is unknown. What the provider reports comes in at POST /v1/provider/credits, signed with another
 * secret: whoever sees a request of ours must not be able to sign a report.
 *
 * `requestJson`: what makes the requests, where they are to be looked at.
 */
export function createHttpGateway(
  settings: HttpSettings,
  requestJson = createRequestJson(settings),
): Required<Omit<Gateway, "findCase">> {
  const callProvider = createCallProvider(requestJson);

  return {
    kind: "http",
    dedupesByReference: true,
    notFoundCountsAfterMs: 0,

    async enquireName({ bankCode, accountNumber }, signal) {
      const request = post("/name-enquiries", { bankCode, accountNumber });
      const response = await callProvider(request, nameResponse, signal);
      if (response.kind === "ok") return { kind: "resolved", accountName: response.body.accountName };
      return response.kind === "unknown" && response.notSent === "bank_unreachable"
        ? { kind: "not_reached", reason: response.reason }
        : response;
    },

    async provisionAccount({ reference, merchantName, expiresAt }, signal) {
      const body = { reference, accountName: merchantName, expiresAt: expiresAt.toISOString() };
      const response = await callProvider(
        post("/virtual-accounts", body),
        accountResponse(reference),
        signal,
      );
      if (response.kind !== "ok") return noResult(response);
      const { bankCode, bankName, accountNumber, accountName, listsCredits } = response.body;
      const pollable = listsCredits === true ? { providerAccount: reference } : {};
      return { kind: "provisioned", bankCode, bankName, accountNumber, accountName, ...pollable };
    },

    async findCredit(transaction, signal) {
      const path = `/credits/${encodeURIComponent(transaction)}`;
      const response = await callProvider({ method: "GET", path }, creditResponse(transaction), signal);
      if (response.kind !== "ok") return response;
      const { recipient, amount, payer, confirmed, paidAt } = response.body;
      const money = { recipient, amount: BigInt(amount.value), currency: amount.currency };
      const about = { payer: cleanPayer(payer), paidAt: readPaidAt(paidAt) };
      return { kind: confirmed ? "received" : "confirming", ...money, ...about };
    },

    async listCredits({ providerAccount, page }, signal) {
      const query = page === null ? "" : `?${new URLSearchParams({ page })}`;
      const path = `/virtual-accounts/${encodeURIComponent(providerAccount)}/credits${query}`;
      const response = await callProvider({ method: "GET", path }, creditsResponse, signal);
      if (response.kind !== "ok") return noResult(response);
      const { credits, nextPage } = response.body;
      return { kind: "listed", transactions: credits.map(({ id }) => id), nextPage: nextPage ?? undefined };
    },

    async provisionCryptoAddress({ reference, chain, token }, signal) {
      const request = post("/crypto-addresses", { reference, chain, token });
      const response = await callProvider(request, addressResponse(reference, chain), signal);
      return response.kind === "ok"
        ? { kind: "provisioned", address: response.body.address }
        : noResult(response);
    },

    async lookUpIdentity({ reference, type, identifier }, signal) {
      const request = post("/identities", { reference, type, identifier });
      const response = await callProvider(request, identityResponse(reference), signal);
      if (response.kind !== "ok") return response;
      const { name, phones } = response.body;
      return { kind: "found", ...(name == null ? {} : { name }), phones };
    },

    async sendTransfer(transfer, signal) {
      const { reference, amount, currency, bankCode, accountNumber, accountName, narration, purpose } =
        transfer;
      const request = post("/transfers", {
        reference,
        amount: { value: Number(amount), currency },
        bankCode,
        accountNumber,
        accountName,
        ...(narration === null ? {} : { narration }),
        purpose,
      });
      const response = await callProvider(request, transferResponse(transfer), signal);
      return response.kind === "ok" ? transferResult(response.body) : sendResult(noResult(response));
    },

    async findTransfer(transfer, signal) {
      const path = `/transfers/${encodeURIComponent(transfer.reference)}`;
      const response = await callProvider({ method: "GET", path }, transferResponse(transfer), signal);
      return response.kind === "ok" ? transferResult(response.body) : response;
    },

    async findBalances(signal) {
      const response = await callProvider({ method: "GET", path: "/balance" }, balancesResponse, signal);
      if (response.kind !== "ok") return response;
      const balances = response.body.balances.map(({ value, currency }) => ({
        currency,
        amount: BigInt(value),
      }));
      return { kind: "balances", balances: ourBalances(balances) };
    },
  };
}

function post(path: string, body: object): ProviderRequest {
  return { method: "POST", path, body };
}

/** "Not found" makes no sense as the response to a creating request: the result is unknown. */
function noResult(response: NotFound | Unknown): Unknown {
  return response.kind === "not_found" ? { kind: "unknown", reason: "status 404" } : response;
}

function transferResult({ status, failure }: TransferResponse): TransferResult {
  switch (status) {
    case "pending":
    case "reversed":
      return { kind: status };
    case "succeeded":
      return succeeded;
    case "failed":
      return { ...failed("The provider did not carry out the transfer."), ...failure };
  }
}
