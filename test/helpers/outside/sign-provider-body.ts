import { createHmac } from "node:crypto";

/** The value of x-provider-signature for a notification, now or at another time (Unix seconds). */
export function signProviderBody(
  secret: string,
  body: string | Buffer,
  time: number = Math.floor(Date.now() / 1000),
): string {
  return `t=${time},v1=${createHmac("sha256", secret).update(`${time}.`).update(body).digest("hex")}`;
}
