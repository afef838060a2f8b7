import { z } from "zod";
import { email, printable, trimPasted } from "../http/fields.ts";
import { invalid } from "../http/problems.ts";

const emailRule = "must be an email address";

/** More than an address has, with spaces around it: normalizing takes as long as the square of a text's length. */
const LONGEST_TYPED = 500;

/** A person's address, in lower case: one mailbox is one person. */
export const personEmail = z
  .string({ error: emailRule })
  .max(LONGEST_TYPED, { error: emailRule })
  .transform((text) => trimPasted(text).normalize("NFC").toLowerCase())
  .pipe(email)
  .meta({ rule: emailRule });

export const personName = printable(200).transform((text) => text.trim());

/** The token expired, was used or replaced, is of another kind, or was never ours. The response does not say which. */
export const usedLink = () =>
  invalid({ token: "is no longer valid: the link was used or has expired. Request a new one" });

const tokenRule = "is not the token of a link from a mail";

/** The token of a mail's link. */
export const mailToken = z
  .string({ error: tokenRule })
  .regex(/^[A-Za-z0-9_-]{43}$/, { error: tokenRule })
  .meta({ rule: tokenRule });
