import { useEnvironment } from "../../shell/environment.ts";
import { Link } from "./link.tsx";

type ToListProps = {
  to:
    | "/$environment/collections"
    | "/$environment/developers/requests"
    | "/$environment/developers/webhooks"
    | "/$environment/events"
    | "/$environment/identity-checks"
    | "/$environment/payment-links"
    | "/$environment/payouts"
    | "/$environment/platform/verifications"
    | "/$environment/virtual-accounts";
  children: string;
};

/** The link from an item to the list that it belongs to. */
export function ToList({ to, children }: ToListProps) {
  const environment = useEnvironment();
  return (
    <Link to={to} params={{ environment }}>
      {children}
    </Link>
  );
}
