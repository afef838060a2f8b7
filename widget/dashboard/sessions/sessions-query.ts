import { dataQuery } from "../api/queries.ts";

export const sessionsQuery = dataQuery("/sessions", {});
