import { dataQuery } from "../api/queries.ts";
import type { Environment } from "../api/types.ts";

export const keysQuery = (environment: Environment) => dataQuery("/{environment}/keys", { environment });

/** The address that the API sees this browser at. */
export const ownAddressQuery = dataQuery("/own-address", {});
