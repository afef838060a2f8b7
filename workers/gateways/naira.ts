import { z } from "zod";

/** In Node 24, but not in TypeScript's types yet: the text of a number, both ways. */
declare global {
  interface JSON {
    parse(
      text: string,
      reviver: (key: string, value: unknown, context: { source?: string }) => unknown,
    ): unknown;
    rawJSON(text: string): unknown;
  }
}

/** Reads JSON with each number as the text that was sent: JSON.parse alone makes floats, and loses kobo. */
export function parseExactly(text: string): unknown {
  return JSON.parse(text, (_key, value, { source }) => (typeof value === "number" ? source : value));
}

/** An amount for a request: naira with two decimals, as a number in JSON. `kobo`: not negative. */
export function nairaOf(kobo: bigint): unknown {
  const digits = String(kobo).padStart(3, "0");
  return JSON.rawJSON(`${digits.slice(0, -2)}.${digits.slice(-2)}`);
}

/**
 * An amount of a response, in naira, as its exact kobo. Providers send numbers and texts; Java writes large ones as
 * 1.0E7. A negative one, and a part of a kobo, does not fit.
 */
export const naira = z.string().transform(exactly);

/** A balance of a response, in naira, as whole kobo: a fraction of one pays nothing. */
export const balanceInNaira = z
  .string()
  .transform((text) => text.replace(/^(\d+\.\d\d)\d+$/, "$1"))
  .transform(exactly);

function exactly(text: string, context: z.core.$RefinementCtx<string>): bigint {
  const kobo = koboIn(text);
  if (kobo === undefined) context.addIssue({ code: "custom", message: "is no amount in naira" });
  return kobo ?? z.NEVER;
}

function koboIn(text: string): bigint | undefined {
  const [, whole, part = "", power = "0"] =
    /^(\d{1,18})(?:\.(\d{1,18}))?(?:[eE]\+?(\d{1,2}))?$/.exec(text) ?? [];
  if (whole === undefined) return undefined;
  const digits = BigInt(whole + part);
  const shift = Number(power) + 2 - part.length;
  if (shift >= 0) return digits * 10n ** BigInt(shift);
  const divisor = 10n ** BigInt(-shift);
  return digits % divisor === 0n ? digits / divisor : undefined;
}
