import { chmod, mkdir, mkdtemp, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { readDatabaseUrl, readStartConfig } from "../../scripts/config.ts";
import { openRoles } from "../../scripts/postgres/open-roles.ts";
import { makeDataDir } from "../../scripts/start/make-data-dir.ts";
import { requireDemo } from "../../scripts/start/read-demo.ts";
import { migrate } from "../../sql/install/migrate.ts";

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "payments-settings-"));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

describe("a folder that DATA_DIR cannot be is refused in one line that names it", () => {
  test("below a file", async () => {
    await writeFile(join(folder, "file"), "");
    await expect(makeDataDir(join(folder, "file/data"))).rejects.toThrow(
      `DATA_DIR cannot be ${folder}/file/data: a part of its path is a file, not a folder.`,
    );
    await expect(makeDataDir(join(folder, "file"))).rejects.toThrow("not a folder");
  });

  // Node's own recursive mkdir never returns from there.
  test.runIf(process.platform === "linux")("where the kernel lets nobody make folders", async () => {
    await expect(makeDataDir("/proc/payments/data")).rejects.toThrow("folders cannot be made there");
  });

  test.skipIf(process.getuid?.() === 0)("where this user may not write", async () => {
    const closed = join(folder, "closed");
    await mkdir(closed, { mode: 0o500 });
    await expect(makeDataDir(join(closed, "data"))).rejects.toThrow("you may not write there");
    await expect(makeDataDir(closed)).rejects.toThrow("you may not write there");
    await chmod(closed, 0o700);
  });

  test("any other is made, with those above it, for us alone", async () => {
    const data = join(folder, "new/one/data");
    await makeDataDir(data);
    await makeDataDir(data);
    expect((await stat(data)).mode & 0o777).toBe(0o700);
  });
});

test("what npm start left is no use where the service is stopped, which is said in one line", async () => {
  await expect(requireDemo(folder)).rejects.toThrow(/^There is no .*demo\.json: run npm start .*DATA_DIR.*$/);
  const demo = {
    baseUrl: "http://127.0.0.1:9",
    merchant: "mer_x",
    secretKey: "sk_test_x",
    webhookSecret: "whsec_x",
  };
  await writeFile(join(folder, "demo.json"), JSON.stringify(demo));
  await expect(requireDemo(folder)).rejects.toThrow(
    /^Nothing responds at http:\/\/127\.0\.0\.1:9, .*demo\.json .*: run npm start .*DATA_DIR.*$/,
  );
});

describe("a DATABASE_URL that cannot be used is refused in one line that names it", () => {
  const place = (change: (url: URL) => void) => {
    const url = new URL(inject("serverUrl"));
    change(url);
    return url.href;
  };

  test("no URL of a database", () => {
    for (const read of [readDatabaseUrl, readStartConfig])
      expect(() => read({ DATABASE_URL: "payments" })).toThrow(
        "DATABASE_URL must be the URL of a PostgreSQL",
      );
  });

  test("a port where nothing listens", async () => {
    const url = "postgres://me:secret@127.0.0.1:1/payments";
    for (const connect of [migrate, () => openRoles({ url, secret: "s", isOurs: false })])
      await expect(connect(url)).rejects.toThrow(
        /^DATABASE_URL: cannot connect to me@127\.0\.0\.1:1\/payments: nothing listens there/,
      );
  });

  test("no such database", async () => {
    const url = place((there) => (there.pathname = "/payments_of_nobody"));
    await expect(migrate(url)).rejects.toThrow("there is no database of that name");
  });
});
