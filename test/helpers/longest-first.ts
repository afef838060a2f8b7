import { relative } from "node:path";
import { BaseSequencer, type TestSpecification } from "vitest/node";

/** The files that take longest, longest first. A run ends sooner when none of them starts last. */
const longest = [
  "test/webhooks/webhook-crashes.test.ts",
  "test/http/fuzz.test.ts",
  "test/widget/js.browser.test.ts",
  "test/checkout/page-states.browser.test.ts",
  "test/queue/crash-recovery.test.ts",
  "test/flows/start.test.ts",
  "test/scripts/admin.test.ts",
  "test/checkout/page-connection.browser.test.ts",
  "test/scripts/demo-shop.test.ts",
  "test/checkout/live-status.test.ts",
  "test/checkout/flow.browser.test.ts",
  "test/http/operations.test.ts",
  "test/queue/stop-workers.test.ts",
  "test/queue/database-faults.test.ts",
  "test/sql/database.test.ts",
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
