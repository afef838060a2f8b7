import { expect, test } from "vitest";
import { cloneDatabase } from "../../helpers/database/clone-database.ts";
import { roleUrl } from "../../helpers/database/role-url.ts";
import { runMisbehaviours } from "./run-misbehaviours.ts";

test("two providers misbehave in every way, and in some pairs of ways: nothing is paid twice, and the books agree", async () => {
  await using databases = new AsyncDisposableStack();
  const { lines, violations } = await runMisbehaviours(
    { seed: 3, payouts: 120, lanes: 6, pairs: 9 },
    async () => {
      const { url, drop } = await cloneDatabase();
      databases.defer(drop);
      return {
        ownerUrl: url,
        ingressUrl: roleUrl(url, "ingress"),
        workersUrl: roleUrl(url, "workers"),
      };
    },
  );
  expect(violations).toEqual([]);
  expect(lines.size).toBeGreaterThanOrEqual(26);
  // The run proves nothing if everything goes well.
  const outcomes = [...lines.values()].flatMap((line) => [...line.outcomes.keys()]);
  expect(outcomes).toEqual(expect.arrayContaining(["succeeded", "failed", "reversed"]));
  expect(outcomes).toContainEqual(expect.stringMatching(/^review: /));
}, 600_000);
