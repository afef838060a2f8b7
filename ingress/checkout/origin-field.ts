import { z } from "zod";
import { parseOrigin } from "../../sql/checkout/origin.ts";

const rule =
  "must be an exact origin without a path, such as https://shop.example.com (http only for localhost)";

/** An origin in a request, which becomes what browsers send. */
export const origin = z
  .string({ error: rule })
  .max(300, { error: rule })
  .transform((text, context) => {
    const parsed = parseOrigin(text);
    if (parsed !== undefined) return parsed;
    context.addIssue({ code: "custom", message: rule });
    return z.NEVER;
  })
  .meta({ rule });
