import { appendFile, cp, mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { refuseChangedRelease } from "../../scripts/build/refuse-changed-release.ts";
import { readPayOrigin } from "../../scripts/config.ts";
import { digestOfWidget, isWidgetStale, keepWidgetDigest } from "../../scripts/build/widget-digest.ts";

const root = fileURLToPath(new URL("../../", import.meta.url));

describe("what runs in browsers", () => {
  test("is for the service at PUBLIC_URL, if browsers may trust that", () => {
    const origins = ["https://pay.example.com/", "http://localhost:3000", "http://10.0.0.1", "", undefined];
    expect(origins.map((url) => readPayOrigin({ PUBLIC_URL: url }))).toEqual([
      "https://pay.example.com",
      "http://localhost:3000",
      undefined,
      undefined,
      undefined,
    ]);
  });

  test("is built again when a source has changed or the build is missing, and not otherwise", async () => {
    const copy = await mkdtemp(join(tmpdir(), "widget-"));
    try {
      for (const path of ["widget", "package-lock.json", "scripts/build"])
        await cp(join(root, path), join(copy, path), { recursive: true });
      const widget = join(copy, "widget");
      await keepWidgetDigest(widget, await digestOfWidget(widget));
      expect(await isWidgetStale(widget)).toBe(false);
      await appendFile(join(widget, "js/dist/index.js"), "// no source");
      expect(await isWidgetStale(widget)).toBe(false);

      await appendFile(join(widget, "checkout/page.css"), "\n");
      expect(await isWidgetStale(widget)).toBe(true);
      await keepWidgetDigest(widget, await digestOfWidget(widget));
      await appendFile(join(copy, "package-lock.json"), "\n");
      expect(await isWidgetStale(widget)).toBe(true);
      await keepWidgetDigest(widget, await digestOfWidget(widget));
      expect(await isWidgetStale(widget, "https://pay.example.com")).toBe(true);
      await rm(join(widget, "react/dist"), { recursive: true });
      expect(await isWidgetStale(widget)).toBe(true);
    } finally {
      await rm(copy, { recursive: true, force: true });
    }
  });

  test("a released version is never released again with other bytes", async () => {
    const folder = await mkdtemp(join(tmpdir(), "widget-"));
    try {
      await writeFile(join(folder, "package.json"), '{"version":"0.1.1"}');
      await writeFile(join(folder, "service.global.js"), "new");
      await refuseChangedRelease(folder, folder);
      await mkdir(join(folder, "released"));
      await writeFile(join(folder, "released/0.1.1.js"), "new");
      await refuseChangedRelease(folder, folder);
      await writeFile(join(folder, "released/0.1.1.js"), "old");
      await expect(refuseChangedRelease(folder, folder)).rejects.toThrow("raise its version");
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  });
});
