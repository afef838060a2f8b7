import { ApiError } from "../../api/api-error.ts";
import { Notice } from "./notice.tsx";

/** What to do when it is unclear whether money was sent; nothing for other errors. */
export function Unclear({ error }: { error: Error | null }) {
  if (!isUnclear(error)) return null;
  return (
    <Notice kind="info">
      We may have received it, although no response arrived. Press the button again: it’s never paid twice.
    </Notice>
  );
}

/** Whether it is unknown if the service did it. */
function isUnclear(error: Error | null): boolean {
  return error !== null && !(error instanceof ApiError && error.status > 0 && error.status < 500);
}
