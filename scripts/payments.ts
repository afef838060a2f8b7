import { buildStaleSdk } from "./build/build-sdk.ts";

// The merchants' command line, sdk/cli, from this checkout.
await buildStaleSdk();
await import(new URL("../sdk/cli/dist/payments.js", import.meta.url).href);
