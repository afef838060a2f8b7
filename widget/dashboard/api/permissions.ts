import { useParams } from "@tanstack/react-router";
import { useSession } from "./session.ts";

/** What each role may change; the service decides, this only hides what it would refuse. */
const may = {
  pay: ["finance", "owner"],
  approve: ["approver", "owner"],
  collect: ["finance", "owner"],
  develop: ["developer", "owner"],
  own: ["owner"],
} as const;

/**
 * Whether the person has this permission at the business shown. `collect`: create what customers pay into; developers
 * may in test mode.
 */
export function useMay(permission: keyof typeof may): boolean {
  const { merchant } = useSession();
  const { environment } = useParams({ strict: false });
  const isTried = permission === "collect" && environment === "test" && merchant?.role === "developer";
  return isTried || (may[permission] as readonly string[]).includes(merchant?.role ?? "");
}
