import { useParams } from "@tanstack/react-router";
import { useSession } from "./session.ts";

/** What each role may change; the service decides, this only hides what it would refuse. */
const may = {
  pay: ["finance", "owner"],
  collect: ["finance", "owner"],
  develop: ["developer", "owner"],
  own: ["owner"],
} as const;

/**
 * Whether the person may change what needs this permission, at the business that is shown. `collect`: make what
 * customers pay into; developers may in test.
 */
export function useMay(permission: keyof typeof may): boolean {
  const { merchant } = useSession();
  const { environment } = useParams({ strict: false });
  const isTried = permission === "collect" && environment === "test" && merchant?.role === "developer";
  return isTried || (may[permission] as readonly string[]).includes(merchant?.role ?? "");
}
