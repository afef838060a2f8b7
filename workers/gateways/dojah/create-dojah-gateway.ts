import type { IdentitySettings } from "../manifest/identity-settings.ts";
import { fit } from "../fit.ts";
import type { IdentityGateway } from "../gateway.ts";
import { RECORD_LIMIT, RECORD_MS, unexplained } from "../identity-errors.ts";
import { createRequestJson } from "../request-json.ts";
import { recordOf, saysNotFound } from "./responses.ts";
import { statusResult } from "./status-map.ts";

/** The basic record of a BVN has the name and a phone, which is enough. A NIN has only one kind. */
const paths = { bvn: "/api/v1/kyc/bvn/basic", nin: "/api/v1/kyc/nin" } as const;

/**
 * Identity records from Dojah (https://docs.dojah.io): BVN and NIN.
 *
 * Found and not found are returned only as documented. Everything else is unknown, so nothing is charged or kept. The
 * documentation doesn't say whether it charges for a missing record.
 */
export function createDojahGateway({ url, appId, secret }: IdentitySettings): IdentityGateway {
  // The key goes out as it is, not as a bearer token.
  const headers = { appid: appId, authorization: secret };
  const requestJson = createRequestJson({ url, headers, bodyLimit: RECORD_LIMIT, limitMs: RECORD_MS });

  return {
    async lookUpIdentity({ type, identifier }, signal) {
      const path = `${paths[type]}?${type}=${encodeURIComponent(identifier)}`;
      const response = await requestJson({ method: "GET", path }, signal);
      if (response.kind === "unknown") return response;
      const { status, body } = response;
      const result = statusResult(status);
      if (result === "answer") {
        if (saysNotFound(body, type)) return { kind: "not_found" };
        return unexplained(`status ${status}, with a text that no document names`);
      }
      if (result !== "record") return result;
      const record = fit(body, recordOf(type, identifier));
      if (record.kind === "unknown") return record;
      const { name, phones } = record.body.entity;
      return { kind: "found", name, phones };
    },
  };
}
