import { dataQuery } from "../api/queries.ts";

/** The person's passkeys, app for codes and recovery codes. */
export const factorsQuery = dataQuery("/factors", {});
