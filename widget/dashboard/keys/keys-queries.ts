import { dataQuery } from "../api/queries.ts";
import type { Environment } from "../api/types.ts";

export const keysQuery = (environment: Environment) => dataQuery("/{environment}/keys", { environment });

/** This browser's IP address, as the API sees it. */
export const ownAddressQuery = dataQuery("/own-address", {});
