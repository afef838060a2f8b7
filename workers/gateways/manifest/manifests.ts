import { dojah } from "../dojah/manifest.ts";
import { flutterwave } from "../flutterwave/manifest.ts";
import { http } from "../http/manifest.ts";
import { monnify } from "../monnify/manifest.ts";
import { paystack } from "../paystack/manifest.ts";
import { prembly } from "../prembly/manifest.ts";
import type { GatewayManifest, ProviderManifest } from "./provider-manifest.ts";

/** All live gateways, by their name in LIVE_GATEWAYS and the table `gateways`. */
export const gatewayManifests = { http, paystack, monnify, flutterwave } satisfies Record<
  string,
  GatewayManifest
>;

/** The providers of identity checks only, by their name in LIVE_IDENTITY_GATEWAY. */
export const identityManifests = { dojah, prembly } satisfies Record<string, ProviderManifest>;

export type GatewayName = keyof typeof gatewayManifests;
export type IdentityGatewayName = keyof typeof identityManifests;

export const gatewayNames = Object.keys(gatewayManifests) as GatewayName[];
export const identityGatewayNames = Object.keys(identityManifests) as IdentityGatewayName[];
