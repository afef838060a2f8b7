import { useLocation, useParams } from "@tanstack/react-router";
import { PlainLink } from "../components/layout/link.tsx";
import { useEnvironment } from "./environment.ts";
import "./environment-switch.css";

/**
 * Switches between test and live, on the same screen. A record is in one environment only: there it leads to the
 * record's list.
 */
export function EnvironmentSwitch() {
  const environment = useEnvironment();
  const { pathname } = useLocation();
  const params = useParams({ strict: false });
  const isItem = Object.keys(params).length > 1;
  const rest = pathname.replace(/^\/(test|live)/, "").replace(/\/$/, "");
  const screen = isItem ? rest.slice(0, rest.lastIndexOf("/")) : rest;
  return (
    <div className="environment" role="group" aria-label="Environment" data-environment={environment}>
      {(["test", "live"] as const).map((each) => (
        <PlainLink
          key={each}
          to={`/${each}${screen}` as "/"}
          className="environment-choice note"
          activeProps={{ "aria-current": undefined }}
          aria-current={each === environment ? "true" : undefined}
        >
          {each === "test" ? "Test" : "Live"}
        </PlainLink>
      ))}
    </div>
  );
}
