import { relative } from "node:path";
import { BaseSequencer, type TestSpecification } from "vitest/node";

/** The files that take longest, longest first. A run ends sooner when none of them starts last. */
const longest = [
  "test/lab/faults/faults.test.ts",
  "test/dashboard/story/merchant-story.test.ts",
  "test/scripts/demo-shop.browser.test.ts",
  "test/queue/crash-recovery.test.ts",
  "test/webhooks/webhook-crashes.test.ts",
  "test/flows/start.test.ts",
  "test/scripts/audit-log.test.ts",
  "test/dashboard/screens/shell.browser.test.ts",
  "test/widget/react.browser.test.ts",
  "test/checkout/flow.browser.test.ts",
  "test/checkout/page-connection.browser.test.ts",
  "test/backup/point-in-time.test.ts",
  "test/dashboard/screens/payouts.browser.test.ts",
  "test/dashboard/screens/money-in.browser.test.ts",
  "test/widget/js.browser.test.ts",
  "test/dashboard/screens/verification.browser.test.ts",
  "test/dashboard/attacks/attacker.test.ts",
  "test/dashboard/attacks/fuzz.test.ts",
  "test/queue/stop-workers.test.ts",
  "test/payouts/live-payouts.test.ts",
  "test/dashboard/screens/lists.browser.test.ts",
  "test/widget/packages.browser.test.ts",
  "test/dashboard/screens/signed-out.browser.test.ts",
  "test/queue/connections.test.ts",
  "test/metrics/database-metrics.test.ts",
  "test/queue/purge-expired-rows.test.ts",
  "test/widget/js-page.browser.test.ts",
  "test/flows/live-money.test.ts",
  "test/ledger/provider-balances.test.ts",
  "test/dashboard/screens/items.browser.test.ts",
  "test/dashboard/attacks/attacker.browser.test.ts",
  "test/deploy/cluster.test.ts",
  "test/http/operations.test.ts",
  "test/flows/live-demo.test.ts",
  "test/reconciliation/provider-formats.test.ts",
  "test/dashboard/screens/small-things.browser.test.ts",
  "test/deploy/rolling-restart.test.ts",
  "test/scripts/ops.test.ts",
  "test/checkout/page-embedded.browser.test.ts",
  "test/gateways/live-gateways.test.ts",
  "test/lab/misbehaviours/misbehaviours.test.ts",
  "test/tracing/exported-spans.test.ts",
  "test/deploy/pgbouncer.test.ts",
  "test/queue/lost-jobs.test.ts",
  "test/dashboard/screens/live.browser.test.ts",
  "test/http/fair-share.test.ts",
  "test/queue/database-faults.test.ts",
  "test/checkout/live-status.test.ts",
  "test/reconciliation/differences.test.ts",
  "test/queue/questions-in-turn.test.ts",
  "test/scripts/listen.test.ts",
  "test/checkout/page-server.browser.test.ts",
  "test/collections/money-through-gateways.test.ts",
  "test/checkout/page-transfer.browser.test.ts",
  "test/http/responses.test.ts",
  "test/mails/mails.test.ts",
  "test/metrics/ingress-metrics.test.ts",
  "test/sessions/sign-in.test.ts",
  "test/dashboard/updates.test.ts",
  "test/queue/isolation.test.ts",
  "test/checkout/page-return.browser.test.ts",
  "test/dashboard/screens/filters.browser.test.ts",
  "test/deploy/image.test.ts",
  "test/dashboard/screens/security.browser.test.ts",
  "test/identity/personal-data-canary.test.ts",
  "test/http/lists.test.ts",
  "test/deploy/pgbouncer-restart.test.ts",
  "test/http/odd-requests.test.ts",
  "test/http/methods.test.ts",
  "test/widget/js-messages.browser.test.ts",
  "test/payouts/paystack-notices.test.ts",
  "test/dashboard/screens/developers.browser.test.ts",
];

/** vitest's order, which goes by the last run's durations or the files' sizes, with the longest files in front. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId }: TestSpecification) => {
      const index = longest.indexOf(relative(process.cwd(), moduleId).replaceAll("\\", "/"));
      return index === -1 ? longest.length : index;
    };
    return (await super.sort(files)).toSorted((a, b) => rank(a) - rank(b));
  }
}
