import { useSession } from "../api/session.ts";
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
