import { z } from "zod";
import type { Caller } from "../http/caller.ts";
import { invalid } from "../http/problems.ts";

const LONGEST = 2048;
const form = `must be a complete https URL of at most ${LONGEST} characters, without user name or password; http://localhost is allowed with test keys`;

const ownReference = "must not have a parameter named reference: we append the payment's";

/**
 * The URL that a payer's browser is sent to after paying. Only http and https, and no backslashes, spaces or control
 * characters, because different programs read those differently. Only the URL's normal form is stored.
 */
export const redirectUrl = z
  .string({ error: form })
  .max(LONGEST, { error: form })
  .regex(/^https?:\/\/[^/?#@\\\s\p{Cc}]+([/?#][^\\\s\p{Cc}]*)?$/iu, { error: form })
  .transform((text, context) => {
    const url = URL.parse(text);
    if (url?.searchParams.has("reference")) {
      context.addIssue({ code: "custom", message: ownReference });
      return z.NEVER;
    }
    if (url !== null && url.href.length <= LONGEST && (url.protocol === "https:" || isLocal(url))) return url;
    context.addIssue({ code: "custom", message: form });
    return z.NEVER;
  })
  .meta({ rule: `${form}, and ${ownReference}` });

/**
 * Returns the text of a caller's redirect URL to store. Raises VALIDATION_ERROR for http with a live key; with a test
 * key it may lead to the developer's own machine.
 */
export function redirectFor({ environment }: Caller, url: URL): string {
  if (url.protocol === "http:" && environment !== "test") throw invalid({ successRedirectUrl: form });
  return url.href;
}

function isLocal(url: URL): boolean {
  return url.protocol === "http:" && ["localhost", "127.0.0.1"].includes(url.hostname);
}
