import { relative } from "node:path";
import { BaseSequencer, type TestSpecification } from "vitest/node";

/** The files that take longest, longest first. A run ends sooner when none of them starts last. */
const longest = [
  "test/scripts/demo-shop.browser.test.ts",
  "test/flows/start.test.ts",
  "test/dashboard/story/merchant-story.test.ts",
  "test/webhooks/webhook-crashes.test.ts",
  "test/queue/crash-recovery.test.ts",
  "test/faults/faults.test.ts",
  "test/widget/react.browser.test.ts",
  "test/http/responses.test.ts",
  "test/dashboard/screens/payouts.browser.test.ts",
  "test/checkout/flow.browser.test.ts",
  "test/dashboard/screens/money-in.browser.test.ts",
  "test/widget/js.browser.test.ts",
  "test/dashboard/attacks/fuzz.test.ts",
  "test/checkout/page-connection.browser.test.ts",
  "test/dashboard/attacks/attacker.test.ts",
  "test/queue/connections.test.ts",
  "test/queue/stop-workers.test.ts",
  "test/http/odd-requests.test.ts",
  "test/http/operations.test.ts",
  "test/dashboard/screens/developers.browser.test.ts",
  "test/dashboard/screens/shell.browser.test.ts",
  "test/dashboard/screens/signed-out.browser.test.ts",
  "test/dashboard/screens/verification.browser.test.ts",
  "test/docs/samples.test.ts",
  "test/widget/js-page.browser.test.ts",
  "test/sessions/sign-in.test.ts",
  "test/http/fair-share.test.ts",
  "test/sql/adopt.test.ts",
  "test/scripts/listen.test.ts",
  "test/scripts/audit-log.test.ts",
  "test/checkout/live-status.test.ts",
  "test/sql/create-roles.test.ts",
  "test/queue/purge-expired-rows.test.ts",
  "test/dashboard/screens/items.browser.test.ts",
  "test/dashboard/screens/lists.browser.test.ts",
  "test/widget/packages.browser.test.ts",
  "test/dashboard/attacks/attacker.browser.test.ts",
  "test/checkout/page-embedded.browser.test.ts",
  "test/dashboard/screens/security.browser.test.ts",
  "test/mails/mails.test.ts",
  "test/scripts/trigger.test.ts",
  "test/dashboard/screens/live.browser.test.ts",
  "test/queue/immediate-stop.test.ts",
  "test/sql/migrate.test.ts",
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
