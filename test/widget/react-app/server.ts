import { renderToString } from "react-dom/server";
import { drawScenario, type ScenarioProps } from "./scenario.tsx";

/** The HTML of a scenario, as a shop's server renders it. */
export function render(props: ScenarioProps): string {
  return renderToString(drawScenario(props, () => {}));
}
