import { useSession } from "./session.ts";

/** What each role may change; the service decides, this only hides what it would refuse. */
const may = { pay: ["finance", "owner"], develop: ["developer", "owner"], own: ["owner"] } as const;

/** Whether the person may change what needs this permission, at the business that is shown. */
export function useMay(permission: keyof typeof may): boolean {
  const { merchant } = useSession();
  return (may[permission] as readonly string[]).includes(merchant?.role ?? "");
}
