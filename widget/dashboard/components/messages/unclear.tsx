import { isUnclear } from "../../api/attempt-key.ts";
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
