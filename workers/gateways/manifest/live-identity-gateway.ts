import { z } from "zod";
import { identityGatewayNames, identityManifests, type IdentityGatewayName } from "./manifests.ts";
import { leavesUnencrypted } from "./setting-kinds.ts";

const ownSettings: Record<never, never> = Object.assign(
  {},
  ...identityGatewayNames.map((name) => identityManifests[name].settings),
);

/**
 * The settings of the provider of live identity checks, if it is not the live gateway itself. Only workers use them.
 */
export const liveIdentityGatewaySettings = {
  LIVE_IDENTITY_GATEWAY: z
    .enum(identityGatewayNames, {
      error: `must be ${identityGatewayNames.join(" or ")}, or empty for the live gateway itself`,
    })
    .optional()
    .describe(
      `Workers only: who answers live identity checks, ${identityGatewayNames.join(" or ")} ` +
        "(docs/live-gateways.md#identity-records). Empty: the live gateway.",
    ),
  ...ownSettings,
};

type Manifests = typeof identityManifests;
/** What workers need of it. */
export type LiveIdentityGateway = {
  [Name in IdentityGatewayName]: { kind: Name } & ReturnType<Manifests[Name]["read"]>;
}[IdentityGatewayName];

type Values = { LIVE_IDENTITY_GATEWAY?: IdentityGatewayName | undefined };

const valueOf = (values: object, name: string) => (values as Record<string, unknown>)[name];

/** The configured provider; undefined if there is none. A worker's settings have what it needs. */
export function liveIdentityGatewayOf(values: Values): LiveIdentityGateway | undefined {
  const { LIVE_IDENTITY_GATEWAY: kind } = values;
  return kind && ({ kind, ...identityManifests[kind].read(values) } as LiveIdentityGateway);
}

/**
 * Adds an issue if there is no live gateway beside the provider, for a missing setting, a setting of another provider,
 * and a URL without https.
 */
export function requireLiveIdentityGateway(
  values: Values & { LIVE_GATEWAYS: string[]; NODE_ENV: string },
  context: z.RefinementCtx,
): void {
  const chosen = values.LIVE_IDENTITY_GATEWAY;
  const refuse = (name: string, message: string) =>
    context.addIssue({ code: "custom", path: [name], message });
  if (chosen !== undefined && values.LIVE_GATEWAYS.length === 0)
    refuse("LIVE_IDENTITY_GATEWAY", "needs LIVE_GATEWAYS: without it there are no live keys");
  for (const owner of identityGatewayNames) {
    const { needed, url, settings } = identityManifests[owner];
    if (owner === chosen) {
      for (const name of needed.workers ?? [])
        if (valueOf(values, name) === undefined)
          refuse(name, `is required with LIVE_IDENTITY_GATEWAY=${chosen}`);
      if (leavesUnencrypted(valueOf(values, url) as string | undefined, values.NODE_ENV))
        refuse(url, "must be an https URL");
    } else {
      for (const name of Object.keys(settings))
        if (valueOf(values, name) !== undefined)
          refuse(name, `is for LIVE_IDENTITY_GATEWAY=${owner}, not ${chosen ?? "none"}`);
    }
  }
}
