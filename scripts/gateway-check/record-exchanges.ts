import type { ProviderRequest, RequestJson } from "../../workers/gateways/request-json.ts";

/** A request, its result, and how long it took in milliseconds. */
export type Exchange = { request: ProviderRequest; came: Awaited<ReturnType<RequestJson>>; ms: number };

/** Wraps `requestJson` to record each request with its result. */
export function recordExchanges(requestJson: RequestJson, exchanges: Exchange[]): RequestJson {
  return async (request, signal) => {
    const startedAt = performance.now();
    const came = await requestJson(request, signal);
    exchanges.push({ request, came, ms: Math.round(performance.now() - startedAt) });
    return came;
  };
}
