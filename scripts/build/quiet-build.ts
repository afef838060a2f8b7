import type { InlineConfig } from "vite";

/** What all builds of widget/ have in common: only the folder and the given options decide the result. */
export function quiet(folder: string): InlineConfig {
  return {
    root: folder,
    configFile: false,
    envDir: false,
    publicDir: false,
    logLevel: "warn",
    // Without these, the NODE_ENV of the tests would make JSX need React's development build, and take others' too.
    oxc: { jsx: { runtime: "automatic", development: false } },
    resolve: { conditions: ["module", "browser", "production"] },
  };
}
