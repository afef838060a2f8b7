/** The window of five minutes, each minute in a bucket of its own. */
const BUCKETS = 5;
const BUCKET_MS = 60_000;

export type SuccessWindow = {
  record(isSuccess: boolean): void;
  /** Over the last four to five minutes. */
  count(): { calls: number; successes: number };
};

/** Counts recent calls and successes, in five pairs of numbers, however many there are. */
export function createSuccessWindow(): SuccessWindow {
  const buckets: { minute: number; calls: number; successes: number }[] = [];
  const current = () => Math.floor(Date.now() / BUCKET_MS);

  return {
    record(isSuccess) {
      const minute = current();
      if (buckets.at(-1)?.minute !== minute) buckets.push({ minute, calls: 0, successes: 0 });
      if (buckets.length > BUCKETS) buckets.shift();
      const bucket = buckets.at(-1)!;
      bucket.calls += 1;
      if (isSuccess) bucket.successes += 1;
    },
    count() {
      const oldest = current() - BUCKETS;
      const recent = buckets.filter(({ minute }) => minute > oldest);
      const sum = (of: "calls" | "successes") => recent.reduce((total, bucket) => total + bucket[of], 0);
      return { calls: sum("calls"), successes: sum("successes") };
    },
  };
}
