import { rateLimited, type Problem } from "../problems.ts";
import { MINUTE } from "./counter-for.ts";

/** RATE_LIMITED by the limit `limit`, with the seconds until `resetTime`; a minute where it is not known. */
export function tooMany(
  whose: "key" | "merchant" | "address" | "guesser",
  limit: string,
  resetTime: Date | undefined,
): Problem {
  const message = {
    key: "Too many requests with this key. Wait as long as Retry-After says.",
    merchant: "Too many requests with all your keys together. Wait as long as Retry-After says.",
    address: "Too many requests from your address. Wait as long as Retry-After says.",
    guesser: "Too many failed authentications from your address. Wait as long as Retry-After says.",
  }[whose];
  const left = resetTime === undefined ? MINUTE : resetTime.getTime() - Date.now();
  const retryAfterSeconds = Math.max(1, Math.ceil(left / 1000));
  return rateLimited(limit, retryAfterSeconds, message);
}
