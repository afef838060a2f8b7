import type { PayoutBatch } from "../api/types.ts";
import { Notice } from "../components/messages/notice.tsx";
import { useClockAhead } from "../components/values/lagos-days.ts";
import { countOf } from "./batch-states.ts";

const MINUTE_MS = 60_000;

/** How far the check of a batch's accounts is, or its payouts. It moves with each update. */
export function BatchProgress({ batch }: { batch: PayoutBatch }) {
  const { status, items, canceledAt } = batch;
  const ahead = useClockAhead() ?? 0;
  const { total, validating = 0, skipped = 0, invalid = 0 } = items;
  if (status === "validating") {
    const done = total - validating;
    return (
      <Bar
        title="Checking the accounts with the banks"
        done={done}
        total={total}
        text={`${done.toLocaleString("en-NG")} of ${countOf(total, "row")} checked.${leftUntil(batch.estimatedReadyAt, ahead)}`}
      />
    );
  }
  if (status !== "processing") return null;
  const sent = total - skipped - invalid;
  const ended = [items.succeeded, items.failed, items.reversed, items.canceled].reduce<number>(
    (sum, count = 0) => sum + count,
    0,
  );
  return (
    <Bar
      title={canceledAt === undefined ? "Sending the payouts" : "Canceling what isn’t sent yet"}
      done={ended}
      total={sent}
      text={`${ended.toLocaleString("en-NG")} of ${countOf(sent, "payout")} done.`}
    />
  );
}

type BarProps = { title: string; done: number; total: number; text: string };

function Bar({ title, done, total, text }: BarProps) {
  // Screen readers hear of each quarter, not of each update.
  const quarter = Math.floor((4 * done) / Math.max(1, total)) * 25;
  return (
    <Notice title={title}>
      <progress className="batches-progress" max={total} value={done} aria-label={title} />
      <p>{text}</p>
      <p className="visually-hidden" role="status">{`${title}: ${quarter}%`}</p>
    </Notice>
  );
}

/** In the environment's time, which the test clock may have moved on. */
function leftUntil(readyAt: string | undefined, ahead: number): string {
  if (readyAt === undefined) return "";
  const minutes = Math.ceil((Date.parse(readyAt) - Date.now() - ahead) / MINUTE_MS);
  return minutes <= 1 ? " Less than a minute left." : ` About ${countOf(minutes, "minute")} left.`;
}
