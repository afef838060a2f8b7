import { lazyRouteComponent } from "@tanstack/react-router";
import { loadPart } from "../api/load-part.ts";

/**
 * A screen that is loaded when somebody goes there. The router would load the whole page again where that fails, also
 * without a connection, and so take the page away.
 */
export const screen: typeof lazyRouteComponent = (load, name) =>
  lazyRouteComponent(() => loadPart(load), name);
