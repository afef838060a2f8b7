import type { LiveIdentityGateway } from "../../../sql/gateways/live-identity-gateway.ts";

/** The headers that Prembly knows us by. It has no other. */
export function authentication({ appId, secret }: Pick<LiveIdentityGateway, "appId" | "secret">) {
  return { "app-id": appId, "x-api-key": secret };
}
