import { gatewayManifests, identityManifests } from "./manifests.ts";

/** The settings of all providers that only workers may have. */
export const workersOnlySettings: readonly string[] = [
  ...Object.values(gatewayManifests),
  ...Object.values(identityManifests),
].flatMap(({ workersOnly }) => workersOnly);
