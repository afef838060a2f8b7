import { slugPattern } from "../../sql/payment-links/payment-link-json.ts";
import { text } from "../http/fields.ts";

/** Identifies a payment link: the end of its public URL. */
export const slug = text(slugPattern, "must be the slug of a payment link");
