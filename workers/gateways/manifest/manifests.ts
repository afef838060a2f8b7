import { dojah } from "../dojah/manifest.ts";
import { flutterwave } from "../flutterwave/manifest.ts";
import { http } from "../http/manifest.ts";
import { monnify } from "../monnify/manifest.ts";
import { paystack } from "../paystack/manifest.ts";
import { prembly } from "../prembly/manifest.ts";
import type { GatewayManifest, ProviderManifest } from "./provider-manifest.ts";

/** The live gateways there are, by the name that LIVE_GATEWAYS and the table `gateways` have for them. */
export const gatewayManifests = { http, paystack, monnify, flutterwave } satisfies Record<
  string,
  GatewayManifest
>;

/** The providers that answer identity checks alone, by the name that LIVE_IDENTITY_GATEWAY has for them. */
export const identityManifests = { dojah, prembly } satisfies Record<string, ProviderManifest>;

export type GatewayName = keyof typeof gatewayManifests;
export type IdentityGatewayName = keyof typeof identityManifests;

export const gatewayNames = Object.keys(gatewayManifests) as GatewayName[];
export const identityGatewayNames = Object.keys(identityManifests) as IdentityGatewayName[];
