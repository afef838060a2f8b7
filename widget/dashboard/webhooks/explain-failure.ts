import { failures, statusFailures, type Explanation } from "../texts/webhooks.ts";

type Attempt = { responseStatus?: number; error?: string };

/** Why an attempt failed and what to do about it; undefined for one that succeeded. */
export function explainFailure({ responseStatus: status, error }: Attempt): Explanation | undefined {
  if (error === undefined) return undefined;
  const byText = failures.find(([beginning]) => error.startsWith(beginning));
  if (byText !== undefined) return byText[1];
  if (status === undefined) return { why: error, advice: [] };
  return (
    statusFailures[status] ?? statusFailures[`${Math.floor(status / 100)}xx`] ?? { why: error, advice: [] }
  );
}
