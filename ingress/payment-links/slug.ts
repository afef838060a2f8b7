import { slugPattern } from "../../sql/payment-links/payment-link-json.ts";
import { text } from "../http/fields.ts";

/** Names a payment link: what its public address ends with. */
export const slug = text(slugPattern, "must be the slug of a payment link");
