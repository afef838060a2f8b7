import { z } from "zod";

/**
 * A time of Monnify's, in any documented form: `2021-11-17 11:28:42.615`, `17/11/2021 3:48:10 PM`, ISO 8601, and
 * milliseconds since 1970. The zone of one without an offset is not documented: it is read as Nigeria's, as in samples
 * whose payment reference is the time in milliseconds (`1658157741945` was paid on `18/07/2022 04:23:55 PM`). Any other
 * form is refused, so that none is read as another hour: the name of a zone, which is not documented, and mixed clocks
 * such as 15:48:10 AM.
 */
export const monnifyTime = z
  .string()
  .transform(isoOf)
  .pipe(
    z.iso.datetime({
      offset: true,
      error:
        "must be a time such as 2026-03-02T09:30:00Z, or of Nigeria: 2026-03-02 10:30:00, 02/03/2026 10:30:00 AM",
    }),
  )
  .transform((text) => new Date(text));

function isoOf(text: string): string {
  if (/^\d{13}$/.test(text)) return new Date(Number(text)).toISOString();
  const [, day, month, year, hour = "", rest, half = ""] =
    /^(\d\d)\/(\d\d)\/(\d{4}) (0?[1-9]|1[0-2])(:\d\d:\d\d) ([AP]M)$/i.exec(text) ?? [];
  if (rest !== undefined) {
    const hours = (Number(hour) % 12) + (half.toUpperCase() === "PM" ? 12 : 0);
    return `${year}-${month}-${day}T${String(hours).padStart(2, "0")}${rest}+01:00`;
  }
  return text
    .replace(/^(\d{4}-\d\d-\d\d) /, "$1T")
    .replace(/([+-]\d\d)(\d\d)$/, "$1:$2")
    .replace(/^([\d-]+T[\d:.]+)$/, "$1+01:00");
}
