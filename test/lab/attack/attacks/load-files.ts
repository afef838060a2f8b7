import type { Attack } from "../attack.ts";
import { addressOf, flood } from "../flood.ts";

const paths = ["/docs/", "/docs/nowhere", "/dashboard", "/dashboard/assets/nothing.js", "/openapi.json"];

export const attack: Attack = {
  title: "a stranger loads the documentation, the dashboard and the API's description, 64 at a time",
  run: ({ url }, signal) =>
    flood({
      url,
      signal,
      clients: 64,
      make: (number) => ({ path: paths[number % paths.length]!, address: addressOf(0) }),
    }),
};
