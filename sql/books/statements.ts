import { z } from "zod";
import { call } from "../process/call.ts";
import type { StatementJson } from "./statement-json.ts";

/** The present of a tenant's books, under locks that it releases at once: what was before it stays as it is. */
export const readPresent = call("present_books");

/** A tenant's statement at a present of its books. */
export const findStatement = call("statement_json", z.custom<StatementJson>());
