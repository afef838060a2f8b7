import { lazyRouteComponent, type RouteComponent } from "@tanstack/react-router";
import { lazy } from "react";
import { loadPart } from "../api/load-part.ts";

/**
 * A screen that is loaded when it is opened. If that failed, the router would reload the whole page, even without a
 * connection, and so lose the page.
 */
export const screen = <Part extends object>(load: () => Promise<Part>, name: keyof Part & string) =>
  lazyRouteComponent(() => loadPart(load), name as never) as RouteComponent;

/** A part of a screen that is loaded when it is first shown. */
export const lazyPart = <Props, Name extends string>(
  load: () => Promise<Record<Name, React.ComponentType<Props>>>,
  name: Name,
) => lazy(async () => ({ default: (await loadPart(load))[name] }));
