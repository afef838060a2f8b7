import type { Acting } from "../../sql/audit-log/acting.ts";
import type { Session } from "../http/session.ts";

/** Who makes a change, for the audit log: the session's person, and where they are. */
export function actingPerson({ email, personId, ip }: Session): Acting {
  return { actor: email, personId, address: ip };
}
