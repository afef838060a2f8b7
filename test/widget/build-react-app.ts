import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { build, type InlineConfig, type Rolldown } from "vite";
import type { ScenarioProps } from "./react-app/scenario.tsx";

export type ReactApp = {
  /** What the page loads. */
  script: string;
  /** What the shop's server responds with before that. */
  render: (props: ScenarioProps) => string;
};

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** Builds react-app/ for the browser and for a server, with the newest React or the oldest supported one. */
export async function buildReactApp(react: "newest" | 18): Promise<ReactApp> {
  const config: InlineConfig = {
    root: at("react-app"),
    configFile: false,
    envDir: false,
    publicDir: false,
    logLevel: "error",
    // React's own checks, and strict mode's, are in its development build alone.
    define: { "process.env.NODE_ENV": JSON.stringify("development") },
    resolve: react === 18 ? { alias: aliases("react-18/node_modules") } : {},
  };
  const browser = await build({
    ...config,
    build: { write: false, modulePreload: false, rolldownOptions: { input: at("react-app/main.ts") } },
  });
  const outDir = await mkdtemp(join(tmpdir(), "react-app-"));
  try {
    await build({
      ...config,
      ssr: { noExternal: true },
      build: { ssr: at("react-app/server.ts"), outDir, rolldownOptions: { output: { format: "cjs" } } },
    });
    const server = (await import(pathToFileURL(join(outDir, "server.cjs")).href)) as Pick<ReactApp, "render">;
    return { script: (browser as Rolldown.RolldownOutput).output[0].code, render: server.render };
  } finally {
    await rm(outDir, { recursive: true, force: true });
  }
}

function aliases(folder: string): Record<string, string> {
  return { react: at(`${folder}/react`), "react-dom": at(`${folder}/react-dom`) };
}
