import { useParams } from "@tanstack/react-router";
import { keepInBrowser, readFromBrowser } from "../api/browser-storage.ts";
import type { Environment } from "../api/types.ts";

export function useEnvironment(): Environment {
  return useParams({ from: "/$environment" }).environment;
}

const KEY = "dashboard-environment";

/** The environment to open if the URL names none: the last one, test at first. */
export function lastEnvironment(): Environment {
  return readFromBrowser("localStorage", KEY) === "live" ? "live" : "test";
}

export function keepEnvironment(environment: Environment): void {
  keepInBrowser("localStorage", KEY, environment);
}
