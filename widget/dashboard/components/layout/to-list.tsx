import { useLocation } from "@tanstack/react-router";
import { useEnvironment } from "../../shell/environment.ts";
import { Link } from "./link.tsx";

export type ToListProps = {
  to:
    | "/$environment/collections"
    | "/$environment/developers/requests"
    | "/$environment/developers/webhooks"
    | "/$environment/events"
    | "/$environment/identity-checks"
    | "/$environment/payment-links"
    | "/$environment/payout-batches"
    | "/$environment/payouts"
    | "/$environment/platform/verifications"
    | "/$environment/refunds"
    | "/$environment/virtual-accounts";
  children: string;
};

type CameFrom = { list?: { path: string; search: Record<string, string> } };

/** The link from an item back to its list, with the filters that the list had. */
export function ToList({ to, children }: ToListProps) {
  const environment = useEnvironment();
  const { list } = useLocation().state as CameFrom;
  const isThere = list?.path === to.replace("$environment", environment);
  return (
    <Link to={to} search={(isThere ? list.search : {}) as never}>
      {children}
    </Link>
  );
}
