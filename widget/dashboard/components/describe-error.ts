import { ApiError } from "../api/api-error.ts";
import { words } from "../texts/words.ts";

/** What to tell a person of an error. Messages of our API are meant for people; those of other errors are not. */
export function describeError(error: unknown): string {
  if (!(error instanceof ApiError)) return words.failed.other;
  if (error.status === 0) return words.failed.noConnection;
  if (error.code === "ROLE_INSUFFICIENT") return words.failed.notAllowed;
  if (error.status === 429) return words.failed.tooMany;
  if (error.status >= 500) return words.failed.other;
  const details = Object.entries(error.details);
  if (details.length > 0) return details.map(([name, rule]) => `${name}: ${rule}`).join("; ");
  return error.message;
}
