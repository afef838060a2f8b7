import { useQuery } from "@tanstack/react-query";
import { useMay } from "../api/permissions.ts";
import { useSession } from "../api/session.ts";
import { approvalsQuery } from "../approvals/approvals-queries.ts";
import { Badge } from "../components/values/badge.tsx";
import { Icon } from "../components/values/icon.tsx";
import { PlainLink } from "../components/layout/link.tsx";
import { useEnvironment } from "./environment.ts";
import { MerchantSwitcher } from "./merchant-switcher.tsx";
import { navigationFor } from "./navigation.ts";
import "./sidebar.css";

/** The business and the screens. `onNavigate` closes the drawer around it on small screens. */
export function Sidebar({ onNavigate }: { onNavigate?: () => void }) {
  const environment = useEnvironment();
  const { isReviewer, merchant } = useSession();
  return (
    <div className="sidebar">
      <MerchantSwitcher />
      <nav aria-label="Main" className="sidebar-nav stack">
        {navigationFor({ environment, isReviewer, role: merchant?.role }).map(({ name, items }) => (
          <div key={name ?? ""}>
            {name !== undefined && <h2 className="sidebar-heading">{name}</h2>}
            <ul>
              {items.map(({ to, text, icon }) => (
                <li key={to}>
                  <PlainLink
                    to={to}
                    activeOptions={{ exact: to === "/$environment", includeSearch: false }}
                    className="sidebar-link"
                    onClick={onNavigate}
                  >
                    <Icon name={icon} />
                    {text}
                    {to === "/$environment/approvals" && <ApprovalsWaiting />}
                  </PlainLink>
                </li>
              ))}
            </ul>
          </div>
        ))}
      </nav>
    </div>
  );
}

/** How many payments wait for approval, up to a page; for people who may approve. */
function ApprovalsWaiting() {
  const environment = useEnvironment();
  const { data } = useQuery({
    ...approvalsQuery(environment, noFilter),
    // The other environment's count is not this one's.
    placeholderData: undefined,
    enabled: useMay("approve"),
  });
  if (data === undefined || data.items.length === 0) return null;
  return (
    <Badge colour="amber">
      {`${data.items.length}${data.nextCursor === undefined ? "" : "+"}`}
      <span className="visually-hidden"> waiting</span>
    </Badge>
  );
}

/** The same page as the list shows at first. */
const noFilter = {};
