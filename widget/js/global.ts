import { Service, type ServiceClient, type ServiceOptions } from "./index.ts";

declare global {
  interface Window {
    /** Set by the script tag. Its pay origin is the script's, unless the page names another. */
    Service: (options?: ServiceOptions) => ServiceClient;
  }
}

// Only now does the document know which script is running. HTML that an attacker brings into the page can replace
// `document.currentScript`, with <img name="currentScript"> for instance, but not by a script element.
const script = document.currentScript;
const origin = script instanceof HTMLScriptElement && script.src ? new URL(script.src).origin : undefined;

window.Service = (options) => Service({ payOrigin: options?.payOrigin ?? origin });
