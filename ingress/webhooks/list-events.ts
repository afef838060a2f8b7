import { findPage } from "../../sql/process/pages.ts";
import { deliveryStatuses, eventJson, eventTypes } from "../../sql/webhooks/events/event-json.ts";
import { oneOf, reference, text } from "../http/fields.ts";
import { anyOf } from "../http/list-query.ts";
import { listRoute } from "../http/list-route.ts";

const subject = text(
  /^(col|crd|pyt|bat|rfd|kyc)_[0-7][0-9a-hjkmnp-tv-z]{25}$/,
  "must be a reference that begins with col_, crd_, pyt_, bat_, rfd_ or kyc_",
);

export const listEvents = listRoute({
  path: "/v1/events",
  summary: "List events, newest first",
  scope: "events:read",
  item: eventJson,
  filters: {
    status: anyOf(deliveryStatuses),
    type: oneOf(eventTypes).optional(),
    reference: reference("evt").optional(),
    subject: subject.describe("Lists events about the resource with this reference.").optional(),
  },
  find: ({ database }, caller, page) => findPage(database, "events", caller, page),
});
