import type { LiveIdentityGateway } from "../../../sql/gateways/live-identity-gateway.ts";

/** The headers that Dojah knows us by. The key goes out as it is, not as a bearer token. */
export function authentication({ appId, secret }: Pick<LiveIdentityGateway, "appId" | "secret">) {
  return { appid: appId, authorization: secret };
}
