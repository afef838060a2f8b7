import starlight from "@astrojs/starlight";
import { defineConfig } from "astro/config";
import starlightOpenAPI, { openAPISidebarGroups } from "starlight-openapi";
import { sidebarOf } from "./src/sidebar.ts";

const api = {
  base: "api",
  schema: "./openapi.json",
  sidebar: { label: "API reference", collapsed: true, operations: { badges: true } },
};

export default defineConfig({
  base: "/docs",
  trailingSlash: "always",
  devToolbar: { enabled: false },
  // The ingress's Content-Security-Policy allows no inline style sheet, and of scripts those that the build lists.
  build: { inlineStylesheets: "never" },
  vite: {
    build: { assetsInlineLimit: 0 },
    environments: { prerender: { resolve: { noExternal: ["cookie"] } } },
  },
  integrations: [
    starlight({
      title: "Payments platform",
      description: "Collections, payouts, identity checks and signed webhooks for Nigerian merchants.",
      plugins: [starlightOpenAPI([api])],
      sidebar: [
        ...sidebarOf("start", "merchants"),
        ...openAPISidebarGroups,
        ...sidebarOf("operators", "developers"),
      ],
      customCss: ["./src/site.css"],
      pagefind: true,
      credits: false,
    }),
  ],
});
