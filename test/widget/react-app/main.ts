import { version } from "react";
import { createRoot, hydrateRoot } from "react-dom/client";
import { drawScenario, type ScenarioProps } from "./scenario.tsx";

declare global {
  interface Window {
    notes: string[];
    reactVersion: string;
    /** Renders a scenario, or the same one with other props, into the page's one root. */
    show: (props: ScenarioProps) => void;
    /** As show, for the first time, into what the server rendered. */
    hydrate: (props: ScenarioProps) => void;
    unmount: () => void;
  }
}

const container = document.querySelector("#root")!;
const note = (what: string) => void window.notes.push(what);

let root: ReturnType<typeof createRoot> | undefined;
window.notes = [];
window.reactVersion = version;
window.show = (props) => (root ??= createRoot(container)).render(drawScenario(props, note));
window.hydrate = (props) => void (root = hydrateRoot(container, drawScenario(props, note)));
window.unmount = () => root?.unmount();
