import type { TaskFor } from "../context.ts";
import { attemptDelivery } from "./attempt-delivery.ts";

/** Sends an event to an endpoint whose last answer took long: on a runner of its own, where it holds up others like it only. */
export const deliverSlowWebhook: TaskFor<"deliver_slow_webhook"> =
  (context) =>
  async ({ id }, { signal }) =>
    attemptDelivery(context, id, { isSlow: true, signal });
