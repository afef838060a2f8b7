import { z } from "zod";
import { recoverEvents as recover } from "../../sql/webhooks/events/events.ts";
import { readTestClock } from "../../sql/clock/test-clock.ts";
import type { Caller } from "../http/caller.ts";
import type { Context } from "../context.ts";
import { instant } from "../http/fields.ts";
import { invalid } from "../http/problems.ts";
import { undeliverable } from "./undeliverable.ts";
import { route } from "../http/route.ts";

const DAYS = 14;
const DAY_MS = 24 * 60 * 60 * 1000;
/** The caller's clock may differ from ours, and a request takes some time. */
const SLACK_MS = 60_000;
const form = `must be an ISO 8601 instant of the last ${DAYS} days with Z or an offset, such as 2026-01-31T09:00:00Z`;

export const recoverEvents = route({
  method: "post",
  path: "/v1/events/recover",
  summary: "Resend undelivered events since a given time",
  scope: "events:write",
  request: {
    body: z.object({
      since: instant(form).describe("Sends events created at or after this time."),
    }),
  },
  success: {
    status: 200,
    data: z.object({
      recovered: z.int().describe("The number of events being resent, at most 1,000."),
      hasMore: z.boolean().describe("True if there are more. Send the request again."),
    }),
  },
  errors: ["STATE_CONFLICT"],
  handler: async ({ caller, body }, context) => {
    const age = (await presentOf(context, caller)) - Date.parse(body.since);
    if (age < -SLACK_MS || age > DAYS * DAY_MS + SLACK_MS) throw invalid({ since: form });
    const { outcome, recovered, hasMore } = await recover(context.database, {
      tenant: caller,
      since: body.since,
    });
    if (outcome !== "queued") throw undeliverable(outcome);
    return { data: { recovered: Number(recovered), hasMore } };
  },
});

/** The current time of the caller's events: in the test environment its clock may be ahead. */
async function presentOf({ database }: Context, caller: Caller): Promise<number> {
  if (caller.environment === "live") return Date.now();
  return Date.parse((await readTestClock(database, { merchantId: caller.merchantId })).now);
}
