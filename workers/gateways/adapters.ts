import { createDojahGateway } from "./dojah/create-dojah-gateway.ts";
import { createFlutterwaveGateway } from "./flutterwave/create-flutterwave-gateway.ts";
import type { Gateway, IdentityGateway, PayerSide } from "./gateway.ts";
import { createHttpGateway } from "./http/create-http-gateway.ts";
import type { LiveGateway } from "./manifest/live-gateways.ts";
import type { LiveIdentityGateway } from "./manifest/live-identity-gateway.ts";
import { createMonnifyGateway } from "./monnify/create-monnify-gateway.ts";
import { createPaystackGateway } from "./paystack/create-paystack-gateway.ts";
import { createPremblyGateway } from "./prembly/create-prembly-gateway.ts";

/** `bankCodeOf`: the provider's code for our bank code; null if it does not reach that bank. */
type CreateAdapter<Kind extends LiveGateway["kind"]> = (
  settings: Extract<LiveGateway, { kind: Kind }>,
  bankCodeOf: (bankCode: string) => Promise<string | null>,
  payers: PayerSide,
) => Gateway;

const adapters: { [Kind in LiveGateway["kind"]]: CreateAdapter<Kind> } = {
  http: (settings) => createHttpGateway(settings),
  paystack: createPaystackGateway,
  monnify: createMonnifyGateway,
  flutterwave: createFlutterwaveGateway,
};

const identityAdapters = { dojah: createDojahGateway, prembly: createPremblyGateway };

/** Creates the adapter of a live gateway. */
export const createAdapter: CreateAdapter<LiveGateway["kind"]> = (settings, ...rest) =>
  (adapters[settings.kind] as CreateAdapter<LiveGateway["kind"]>)(settings, ...rest);

/** Creates the adapter of an identity provider. */
export function createIdentityAdapter(settings: LiveIdentityGateway): IdentityGateway {
  return identityAdapters[settings.kind](settings);
}
