import { relative } from "node:path";
import { BaseSequencer, type TestSpecification } from "vitest/node";

/** The files that take longest, longest first. A run ends sooner when none of them starts last. */
const longest = [
  "test/flows/start.test.ts",
  "test/webhooks/webhook-crashes.test.ts",
  "test/queue/crash-recovery.test.ts",
  "test/dashboard/merchant-story.browser.test.ts",
  "test/dashboard/developers.browser.test.ts",
  "test/dashboard/payouts.browser.test.ts",
  "test/dashboard/verification.browser.test.ts",
  "test/dashboard/security.browser.test.ts",
  "test/checkout/page-connection.browser.test.ts",
  "test/scripts/demo-shop.test.ts",
  "test/widget/js.browser.test.ts",
  "test/dashboard/money-in.browser.test.ts",
  "test/widget/react.browser.test.ts",
  "test/dashboard/door.browser.test.ts",
  "test/checkout/flow.browser.test.ts",
  "test/http/operations.test.ts",
  "test/widget/js-page.browser.test.ts",
  "test/dashboard/fuzz.test.ts",
  "test/dashboard/lists.browser.test.ts",
  "test/dashboard/shell.browser.test.ts",
  "test/checkout/page-embedded.browser.test.ts",
  "test/checkout/live-status.test.ts",
  "test/http/fair-share.test.ts",
  "test/queue/stop-workers.test.ts",
  "test/scripts/audit-log.test.ts",
  "test/mails/mails.test.ts",
  "test/scripts/listen.test.ts",
  "test/identity/identity-checks-api.test.ts",
  "test/scripts/admin.test.ts",
  "test/queue/database-faults.test.ts",
  "test/http/odd-requests.test.ts",
  "test/queue/immediate-stop.test.ts",
  "test/scripts/trigger.test.ts",
  "test/http/unreadable-requests.test.ts",
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
