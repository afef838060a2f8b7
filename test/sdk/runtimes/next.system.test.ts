import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { promisify } from "node:util";
import { describe, expect } from "vitest";
import { findFreePort } from "../../../scripts/postgres/find-free-port.ts";
import { createMember } from "../../helpers/create-member.ts";
import { eventually } from "../../helpers/eventually.ts";
import { test } from "../../helpers/test.ts";
import { npm } from "../../widget/pack-packages.ts";
import { installShop, played } from "./shop.ts";

describe("the packed SDK", () => {
  test("runs in a route handler of Next.js", async ({ ingress: { url }, database, workers: _workers }) => {
    await using shop = await installShop();
    const { key } = await createMember(database, { available: 50_000n });
    await shop.write(
      "app/pay/route.js",
      `import { play } from "../../program.mjs";
       export const dynamic = "force-dynamic";
       export const GET = async () => Response.json(await play(process.env.PAYMENTS_KEY, process.env.PAYMENTS_URL));`,
    );
    // One build needs no cache for the next.
    await shop.write(
      "next.config.mjs",
      "export default { experimental: { turbopackFileSystemCacheForBuild: false } };",
    );
    const flags = ["--prefer-offline", "--ignore-scripts", "--no-audit", "--no-fund"];
    await npm(shop.folder, ["install", ...flags, "next@16.4.6", "react@19.3.1", "react-dom@19.3.1"]);
    const next = join(shop.folder, "node_modules/next/dist/bin/next");
    const port = await findFreePort();
    const env = { ...shop.environment(url, key), NEXT_TELEMETRY_DISABLED: "1", PORT: `${port}` };
    await promisify(execFile)(process.execPath, [next, "build"], { cwd: shop.folder, env });
    const server = spawn(process.execPath, [next, "start"], { cwd: shop.folder, env, stdio: "ignore" });
    const exited = once(server, "exit");
    try {
      await eventually(async () => {
        const response = await fetch(`http://127.0.0.1:${port}/pay`);
        expect(await response.json()).toEqual(played);
      });
    } finally {
      server.kill();
      await exited;
    }
  });
});
