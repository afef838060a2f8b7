import { createStore } from "../components/store.ts";

export type Theme = "system" | "light" | "dark";

/** The cookie with the choice. The ingress reads it too, so that the page has the right colours at once. */
const COOKIE = "dashboard-theme";
const A_YEAR = 31_536_000;

export const theme = createStore<Theme>(themeOf(document.documentElement.dataset["theme"]));

/** Shows the dashboard in these colours from now on. */
export function chooseTheme(choice: Theme): void {
  const age = choice === "system" ? 0 : A_YEAR;
  document.cookie = `${COOKIE}=${choice}; Path=/dashboard; Max-Age=${age}; SameSite=Lax`;
  if (choice === "system") delete document.documentElement.dataset["theme"];
  else document.documentElement.dataset["theme"] = choice;
  theme.set(choice);
}

function themeOf(name: string | undefined): Theme {
  return name === "light" || name === "dark" ? name : "system";
}
