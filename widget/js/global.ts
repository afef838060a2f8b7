import { Service, type ServiceClient, type ServiceOptions } from "./index.ts";

declare global {
  interface Window {
    /** The factory of the script tag: its pay origin is where the script came from, unless the page names another. */
    Service: (options?: Partial<ServiceOptions>) => ServiceClient;
  }
}

// Only now does the document know which script is running. What an attacker could put in its place by HTML alone, such as
// <img name="currentScript">, is no script element.
const script = document.currentScript;
const origin = script instanceof HTMLScriptElement && script.src ? new URL(script.src).origin : undefined;

window.Service = (options) => Service({ payOrigin: options?.payOrigin ?? origin! });
