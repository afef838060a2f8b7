import type { z } from "zod";
import { settings as ingressSettings } from "../../ingress/config.ts";
import { liveGatewaySettings } from "../../workers/gateways/manifest/live-gateways.ts";
import { liveIdentityGatewaySettings } from "../../workers/gateways/manifest/live-identity-gateway.ts";
import { settings as workersSettings } from "../../workers/config.ts";
import { scriptSettings } from "../config.ts";

export type Setting = {
  name: string;
  /** What it does, in plain text; a path such as docs/x.md#anchor leads to more. */
  about: string;
  /** As in an env file; empty without one. */
  fallback: string;
  isRequired: boolean;
};

export type SettingGroup = { title: string; settings: Setting[] };

type Shape = Record<string, z.ZodType>;

/** All settings of processes and scripts, from their schemas, in groups. Raises if one has no description. */
export function listSettings(): SettingGroup[] {
  const [ingress, workers]: Shape[] = [ingressSettings.shape, workersSettings.shape];
  const isOfGateway = (name: string) =>
    name === "LIVE_GATEWAY_COSTS" || name in liveGatewaySettings || name in liveIdentityGatewaySettings;
  const pick = (shape: Shape, isIn: (name: string) => boolean) =>
    Object.fromEntries(Object.entries(shape).filter(([name]) => isIn(name)));
  return [
    { title: "Every process", shape: pick(ingress!, (name) => name in workers! && !isOfGateway(name)) },
    { title: "Ingress", shape: pick(ingress!, (name) => !(name in workers!)) },
    { title: "Workers", shape: pick(workers!, (name) => !(name in ingress!) && !isOfGateway(name)) },
    { title: "Live gateways", shape: pick(workers!, isOfGateway) },
    { title: "npm start and scripts", shape: scriptSettings.shape as Shape },
  ].map(({ title, shape }) => ({
    title,
    settings: Object.entries(shape).map(([name, schema]) => {
      const about = ingress![name]?.description ?? schema.description;
      if (about === undefined) throw new Error(`Describe ${name} in its schema: .describe("…")`);
      return { name, about, ...fallbackOf(schema) };
    }),
  }));
}

/** A setting's default. */
function fallbackOf(schema: z.ZodType): { fallback: string; isRequired: boolean } {
  const parsed = schema.safeParse(undefined);
  if (!parsed.success) return { fallback: "", isRequired: true };
  const isPlain = typeof parsed.data === "string" || typeof parsed.data === "number";
  return { fallback: isPlain ? `${parsed.data}` : "", isRequired: false };
}
