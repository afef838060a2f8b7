import { execFile } from "node:child_process";
import { randomBytes } from "node:crypto";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { describe, expect, test } from "vitest";
import { checkScriptSize } from "../../scripts/build/check-sizes.ts";
import { Service } from "../../widget/js/index.ts";

describe("the script for script tags", () => {
  const script = new URL("../../widget/js/dist/service.global.js", import.meta.url);

  test("is within its promised size", async () => {
    expect(await checkScriptSize(script)).toBeGreaterThan(1000);
  });

  test("would be refused if it were larger", async () => {
    const folder = await mkdtemp(join(tmpdir(), "widget-size-"));
    try {
      const large = join(folder, "large.js");
      await writeFile(large, randomBytes(6000));
      await expect(checkScriptSize(pathToFileURL(large))).rejects.toThrow(/more than 5120/);
    } finally {
      await rm(folder, { recursive: true });
    }
  });
});

describe("on a server, where there is no window", () => {
  test.for([
    ["import", `import { Service } from "@service/js";`],
    ["require", `const { Service } = require("@service/js");`],
  ] as const)("%s is safe, and so is a client", async ([, statement]) => {
    const code = `${statement} console.log(typeof Service({ payOrigin: "https://pay.example.com" }).checkout);`;
    const type = statement.startsWith("import") ? "module" : "commonjs";
    const { stdout } = await promisify(execFile)(process.execPath, [`--input-type=${type}`, "-e", code]);
    expect(stdout).toBe("function\n");
  });
});

describe("payOrigin", () => {
  test.for([
    "https://pay.example.com",
    "https://pay.example.com/",
    "https://pay.example.com:8443",
    "HTTPS://PAY.EXAMPLE.COM",
    "http://localhost:3000",
    "http://127.0.0.1:3000",
  ])("%s is accepted", (payOrigin) => {
    expect(Service({ payOrigin }).checkout).toBeTypeOf("function");
  });

  test.for([
    "",
    "pay.example.com",
    "//pay.example.com",
    "/pay",
    "*",
    "null",
    "http://pay.example.com",
    "http://localhost.evil.com",
    "http://127.0.0.1.evil.com",
    "http://192.168.0.1",
    "javascript:alert(1)",
    "javascript://localhost/%0aalert(1)",
    "data:text/html,x",
    "blob:https://pay.example.com/1",
    "file:///etc/passwd",
    "ftp://localhost",
    "wss://pay.example.com",
    "https://pay.example.com@evil.com",
    "https://user@pay.example.com",
    "https://pay.example.com/path",
    "https://pay.example.com?query",
    "https://pay.example.com/#hash",
    ["https://pay.example.com/path"],
    { href: "https://pay.example.com/" },
  ])("%j is refused by name", (payOrigin) => {
    expect(() => Service({ payOrigin: payOrigin as string })).toThrow(/^payOrigin must be an https origin/);
  });

  test("is required, and says so without any options", () => {
    expect(() => Service()).toThrow(/^Service\(\) needs the address .* Service\(\{ payOrigin: /);
  });
});
