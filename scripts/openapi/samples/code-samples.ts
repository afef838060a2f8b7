import type { RecordedExample } from "../../../ingress/openapi/examples.ts";
import type { Call } from "./call.ts";
import { writeCurl } from "./write-curl.ts";
import { writeNode } from "./write-node.ts";
import { writePhp } from "./write-php.ts";
import { writePython } from "./write-python.ts";

/** A sample as starlight-openapi shows it; `lang` names the highlighting. */
export type CodeSample = { lang: string; label: string; source: string };

/**
 * One request in four languages: in JavaScript with the SDK, otherwise with standard libraries only. Each sample reads
 * PAYMENTS_URL and PAYMENTS_KEY from the environment, prints the response's JSON, and fails if the request was refused.
 */
export function codeSamplesOf(
  method: string,
  { path, headers = {}, body }: RecordedExample["request"],
  { withKey }: { withKey: boolean },
): CodeSample[] {
  const own: Call["headers"] = [];
  if (withKey) own.push(["Authorization", "Bearer $PAYMENTS_KEY"]);
  if (body !== undefined) own.push(["Content-Type", "application/json"]);
  const call = { method: method.toUpperCase(), path, headers: [...own, ...Object.entries(headers)], body };
  return [
    { lang: "sh", label: "curl", source: writeCurl(call) },
    { lang: "js", label: "Node.js", source: writeNode(call) },
    { lang: "python", label: "Python", source: writePython(call) },
    { lang: "php", label: "PHP", source: writePhp(call) },
  ];
}
