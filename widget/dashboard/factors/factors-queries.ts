import { dataQuery } from "../api/queries.ts";

/** The person's passkeys, authenticator app and recovery codes. */
export const factorsQuery = dataQuery("/factors", {});
