import type { ProviderRequest, RequestJson } from "../../workers/gateways/request-json.ts";

/** A request, what came of it, and how long that took in milliseconds. */
export type Exchange = { request: ProviderRequest; came: Awaited<ReturnType<RequestJson>>; ms: number };

/** Makes requests as before, and keeps each with what came. */
export function recordExchanges(requestJson: RequestJson, exchanges: Exchange[]): RequestJson {
  return async (request, signal) => {
    const startedAt = performance.now();
    const came = await requestJson(request, signal);
    exchanges.push({ request, came, ms: Math.round(performance.now() - startedAt) });
    return came;
  };
}
