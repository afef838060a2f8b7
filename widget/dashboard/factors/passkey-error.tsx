import { ApiError } from "../api/api-error.ts";
import { ErrorText } from "../components/messages/error-text.tsx";
import { Notice } from "../components/messages/notice.tsx";
import { PasskeyFailed } from "./use-passkey.ts";

/** Why no passkey was created or used; `failed` if the browser or the person stopped. */
export function PasskeyError({ error, failed }: { error: Error | null; failed: string }) {
  if (error === null) return null;
  if (error instanceof PasskeyFailed) return <Notice kind="warning">{failed}</Notice>;
  const isRefused = error instanceof ApiError && error.details.credential !== undefined;
  return <Notice kind="error">{isRefused ? failed : <ErrorText error={error} />}</Notice>;
}
