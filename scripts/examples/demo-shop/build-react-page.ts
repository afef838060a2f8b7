import { fileURLToPath } from "node:url";
import { build, type Rolldown } from "vite";
import { buildStaleWidget } from "../../build/build-widget.ts";

/** The script of the React page, with @service/react. */
export async function buildReactPage(): Promise<string> {
  await buildStaleWidget();
  const root = fileURLToPath(new URL("react", import.meta.url));
  const built = await build({
    root,
    configFile: false,
    envDir: false,
    publicDir: false,
    logLevel: "error",
    // React's production build with any NODE_ENV, and JSX for it.
    oxc: { jsx: { runtime: "automatic", development: false } },
    define: { "process.env.NODE_ENV": JSON.stringify("production") },
    build: {
      write: false,
      modulePreload: false,
      rolldownOptions: { input: `${root}/main.tsx`, output: { codeSplitting: false } },
    },
  });
  return (built as Rolldown.RolldownOutput).output[0].code;
}
