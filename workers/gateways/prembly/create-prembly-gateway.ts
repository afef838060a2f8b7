import type { IdentitySettings } from "../manifest/identity-settings.ts";
import { fit } from "../fit.ts";
import type { IdentityGateway } from "../gateway.ts";
import { RECORD_LIMIT, RECORD_MS } from "../identity-errors.ts";
import { createRequestJson } from "../request-json.ts";
import { envelopeOf, recordOf } from "./responses.ts";
import { codeResult } from "./status-map.ts";

/** The basic records, which have the name and the phone. */
const paths = { bvn: "/verification/bvn_validation", nin: "/verification/vnin-basic" } as const;

/**
 * Identity records from Prembly (https://docs.prembly.com): BVN and NIN.
 *
 * Found and not found are returned only as documented. Everything else is unknown, so nothing is charged or kept. The
 * documentation doesn't say whether it charges for a missing record.
 */
export function createPremblyGateway({ url, appId, secret }: IdentitySettings): IdentityGateway {
  const headers = { "app-id": appId, "x-api-key": secret };
  const requestJson = createRequestJson({ url, headers, bodyLimit: RECORD_LIMIT, limitMs: RECORD_MS });

  return {
    async lookUpIdentity({ type, identifier }, signal) {
      const request = { method: "POST", path: paths[type], body: { number: identifier } } as const;
      const response = await requestJson(request, signal);
      if (response.kind === "unknown") return response;
      const result = codeResult(response.status, envelopeOf(response.body));
      if (result !== "record") return result;
      const record = fit(response.body, recordOf(type, identifier));
      if (record.kind === "unknown") return record;
      const { name, phones } = record.body;
      return { kind: "found", name, phones };
    },
  };
}
