import { z } from "zod";

/**
 * A moment as a caller writes it, in whatever zone; becomes its UTC form, which PostgreSQL reads. `form` is what a refusal
 * says.
 */
export function instant(form: string) {
  return z.iso
    .datetime({ offset: true, error: form })
    .max(40, { error: form })
    .transform((text, context) => {
      const utc = new Date(text).toISOString();
      // PostgreSQL knows no year 0, and an offset can lead beyond four digits.
      if (/^(?!0000)\d{4}-/.test(utc)) return utc;
      context.addIssue({ code: "custom", message: form });
      return z.NEVER;
    });
}
