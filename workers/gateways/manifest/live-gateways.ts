import { z } from "zod";
import { splitList } from "../../../sql/process/settings.ts";
import { usualLeast, type LeastAmounts } from "./least-amounts.ts";
import { gatewayManifests, gatewayNames, type GatewayName } from "./manifests.ts";
import type { GatewayManifest, Process } from "./provider-manifest.ts";
import { isOnThisMachine, leavesUnencrypted } from "./setting-kinds.ts";

type Manifests = typeof gatewayManifests;
const isGatewayName = (name: string): name is GatewayName => Object.hasOwn(gatewayManifests, name);

/** Each gateway declares its own: configurations read none of them by name. */
const ownSettings: Record<never, never> = Object.assign(
  {},
  ...gatewayNames.map((name) => gatewayManifests[name].settings),
);

/** `LIVE_GATEWAYS` names the live gateways, preferred first. The others are theirs. */
export const liveGatewaySettings = {
  LIVE_GATEWAYS: z
    .string()
    .default("")
    .transform(splitList)
    .refine((names) => new Set(names).size === names.length, { error: "must name each gateway once" })
    .transform((names, context): GatewayName[] => {
      const known = names.filter(isGatewayName);
      if (known.length === names.length) return known;
      const message = `must be ${gatewayNames.join(" or ")}, or several separated by commas, or empty for none`;
      context.addIssue({ code: "custom", message });
      return z.NEVER;
    })
    .describe(
      "The live gateways, such as paystack, or several separated by commas, preferred first: docs/live-gateways.md. " +
        "The same for ingress, workers and operators. Empty: no live gateway, and no live keys.",
    ),
  ...ownSettings,
};

/** The settings as read, including those of the gateways. */
type Values = { LIVE_GATEWAYS: GatewayName[] };
type ProcessValues = Values & { NODE_ENV: string };

const valueOf = (values: object, name: string) => (values as Record<string, unknown>)[name];

/** What workers need of each gateway. */
export type LiveGateway = { [Name in GatewayName]: { kind: Name } & SettingsOf<Name> }[GatewayName];
type SettingsOf<Name extends GatewayName> = ReturnType<Manifests[Name]["read"]>;

/** The configured live gateways, in their order. A worker's settings have what each needs. */
export function liveGatewaysOf(values: Values): LiveGateway[] {
  return values.LIVE_GATEWAYS.map(
    (kind) => ({ kind, ...gatewayManifests[kind].read(values) }) as LiveGateway,
  );
}

/** The secrets that sign the reports of each configured gateway; none if its reports are not accepted. */
export type WebhookSecrets = Partial<Record<GatewayName, readonly string[]>>;

export function webhookSecretsOf(values: Values): WebhookSecrets {
  const secrets = values.LIVE_GATEWAYS.map(
    (name) => [name, valueOf(values, gatewayManifests[name].webhook.secrets)] as const,
  );
  return Object.fromEntries(secrets.filter(([, given]) => given !== undefined)) as WebhookSecrets;
}

/** The least that one of these gateways accepts; they are those in LIVE_GATEWAYS. */
export function leastOf(names: readonly GatewayName[]): LeastAmounts {
  if (names.length === 0) return usualLeast;
  const least = (operation: keyof LeastAmounts) =>
    Math.min(...names.map((name) => gatewayManifests[name].least[operation]));
  return { payout: least("payout"), collection: least("collection") };
}

/**
 * Whether live money may move: in production, and with a live gateway whatever NODE_ENV says. Settings and database
 * must then be safe.
 */
export function movesLiveMoney(values: ProcessValues): boolean {
  return values.NODE_ENV === "production" || values.LIVE_GATEWAYS.length > 0;
}

/** Whether all providers of live money are simulated on this machine, so that no money moves. */
export function playsProviders(values: Values): boolean {
  const { LIVE_GATEWAYS: used } = values;
  return used.length > 0 && used.every((name) => isOnThisMachine(urlOf(name, values)));
}

/**
 * Returns the check of the live gateways' settings for a kind of process. It adds an issue for a missing setting, a
 * setting of an unused gateway, a provider's URL without https, and whatever the gateway itself refuses.
 */
export function requireLiveGateways(process: Process) {
  return (values: ProcessValues, context: z.RefinementCtx): void => {
    const used = values.LIVE_GATEWAYS;
    if (used.length === 0) return;
    const refuse = (name: string, message: string) =>
      context.addIssue({ code: "custom", path: [name], message });
    for (const gateway of gatewayNames) {
      const manifest: GatewayManifest = gatewayManifests[gateway];
      if (used.includes(gateway)) {
        for (const name of manifest.needed[process] ?? [])
          if (valueOf(values, name) === undefined)
            refuse(name, `is required with ${gateway} in LIVE_GATEWAYS`);
        if (leavesUnencrypted(urlOf(gateway, values), values.NODE_ENV))
          refuse(manifest.url, "must be an https URL");
        manifest.check?.(values, refuse, process);
      } else {
        for (const name of Object.keys(manifest.settings))
          if (valueOf(values, name) !== undefined)
            refuse(name, `is for ${gateway}, which LIVE_GATEWAYS does not name`);
      }
    }
  };
}

function urlOf(name: GatewayName, values: Values): string | undefined {
  return valueOf(values, gatewayManifests[name].url) as string | undefined;
}
