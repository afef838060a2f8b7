import { execFile, spawn } from "node:child_process";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { pathOf } from "../scripts/run-script.ts";

test("what awaits a process that never gets ready ends with it", async () => {
  const process_ = spawn("sleep", ["1"]);
  const waiting = promisify(execFile)(process.execPath, [
    pathOf("deploy/await-ready.ts"),
    "http://127.0.0.1:9/readyz",
    "9999",
    String(process_.pid),
  ]);
  await expect(waiting).rejects.toMatchObject({ code: 1, stderr: expect.stringContaining("/readyz: ") });
  expect(process_.exitCode).toBe(0);
});
