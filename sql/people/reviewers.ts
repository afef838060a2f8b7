import { z } from "zod";
import type { Acting } from "../audit-log/acting.ts";
import { call } from "../process/call.ts";
import type { Connection } from "../process/database.ts";

const set = call("set_reviewer", z.string().nullable());

/** Makes a person a reviewer of the platform, or not; returns the reference, null if nobody proved this address. */
export const setReviewer = (
  connection: Connection,
  email: string,
  isReviewer: boolean,
  acting: Acting = {},
) => set(connection, email.toLowerCase(), isReviewer, acting);
