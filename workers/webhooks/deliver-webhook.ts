import type { TaskFor } from "../context.ts";
import { attemptDelivery } from "./attempt-delivery.ts";

/** Sends an event to an endpoint that answers soon, or is not known yet to be slow. */
export const deliverWebhook: TaskFor<"deliver_webhook"> =
  (context) =>
  async ({ id }, { signal }) =>
    attemptDelivery(context, id, { isSlow: false, signal });
