import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { pathOf } from "./run-script.ts";

const required = {
  DATABASE_URL: "postgres://payments@db.example.com/payments",
  SERVICE_ENCRYPTION_KEY: Buffer.alloc(32, 7).toString("base64"),
};

const check = (name: string, env: Record<string, string>) =>
  promisify(execFile)(process.execPath, [pathOf("check-settings.ts"), name], { env }).then(
    ({ stdout }) => stdout,
    ({ stderr }: { stderr: string }) => stderr,
  );

test("settings are checked without starting a process, by the rules of where it will run", async () => {
  expect(await check("workers", required)).toBe("The settings of the workers are right.\n");
  expect(await check("ingress", required)).toBe("The settings of the ingress are right.\n");
  expect(await check("workers", {})).toContain("DATABASE_URL");
  expect(await check("ingress", { ...required, NODE_ENV: "production" })).toContain("PUBLIC_URL");
});
