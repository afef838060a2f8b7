import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { followPayout } from "../lab/payout-path/follow-payout.ts";

const { opened, lines } = followPayout();

// The same boundary counts 47 files and 4,666 lines in the first version of this house that was measured, 2f792cc,
// of which a reader had counted 51 and 4,994.
test("a payout leads through at most 36 files and 3,480 lines", () => {
  expect(opened.length).toBeLessThanOrEqual(36);
  expect(lines).toBeLessThanOrEqual(3_480);
});

test("the path reaches the ledger, the provider and the receiver", () => {
  const paths = opened.map(({ path }) => path);
  expect(paths).toEqual(
    expect.arrayContaining([
      "sql/payouts/accept_payouts.sql",
      "sql/ledger/post_journals.sql",
      "workers/gateways/call-gateway.ts",
      "sql/payouts/finish_payouts.sql",
      "sql/webhooks/events/emit_events.sql",
      "workers/webhooks/send-webhook.ts",
      "sql/webhooks/deliveries/record_attempts.sql",
    ]),
  );
});

test("the architecture says how many files and lines that are", () => {
  const text = readFileSync(new URL("../../docs/architecture.md", import.meta.url), "utf8");
  const said = /`npm run payout-path` finds (\d+) files and ([\d,]+) lines/.exec(text);
  expect(said?.slice(1)).toEqual([String(opened.length), lines.toLocaleString("en")]);
});
