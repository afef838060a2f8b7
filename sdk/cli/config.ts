import { open } from "node:fs/promises";
import { homedir } from "node:os";
import { join } from "node:path";
import { isBaseUrl } from "../node/service.ts";
import { UsageError } from "./errors.ts";

/** A secret key, and the service that it belongs to. */
export type Access = { secretKey: string; baseUrl: string };

type Environment = Record<string, string | undefined>;

/**
 * Reads the key from `keyFile`, else from PAYMENTS_KEY and PAYMENTS_URL, else from key.json in the user's settings.
 * Raises UsageError if there is none, or if others can read its file.
 */
export async function readAccess(
  keyFile: string | undefined,
  environment: Environment = process.env,
): Promise<Access> {
  const { PAYMENTS_KEY: secretKey, PAYMENTS_URL: baseUrl, XDG_CONFIG_HOME: home } = environment;
  if (keyFile !== undefined) return check(await readKeyFile(keyFile, keyFile), keyFile);
  if (secretKey) return check({ secretKey, baseUrl }, "the environment");
  const usual = join(home || join(homedir(), ".config"), "payments", "key.json");
  return check(await readKeyFile(usual), usual);
}

async function readKeyFile(path: string, given?: string): Promise<unknown> {
  const file = await open(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== "ENOENT" || path === given)
      throw new UsageError(`${path} cannot be read: ${error.code}.`);
    throw new UsageError(
      `There is no key: set PAYMENTS_KEY and PAYMENTS_URL, or put {"secretKey": "sk_…", "baseUrl": "https://…"} into ${path}, readable by you alone.`,
    );
  });
  try {
    const { mode } = await file.stat();
    if (process.platform !== "win32" && (mode & 0o077) !== 0)
      throw new UsageError(`Others on this machine can read the key in ${path}: run chmod 600 ${path}`);
    return JSON.parse(await file.readFile("utf8"));
  } catch (error) {
    if (error instanceof UsageError) throw error;
    // A parser's message quotes the file, and so the key.
    throw new UsageError(`${path} holds no JSON object with secretKey and baseUrl.`);
  } finally {
    await file.close();
  }
}

function check(found: unknown, place: string): Access {
  const { secretKey, baseUrl } = (found ?? {}) as Partial<Access>;
  if (typeof secretKey !== "string" || !/^sk_(test|live)_[!-~]+$/.test(secretKey))
    throw new UsageError(`The key in ${place} must begin with sk_test_ or sk_live_, without blanks.`);
  if (!isBaseUrl(baseUrl))
    throw new UsageError(
      `${place === "the environment" ? "PAYMENTS_URL" : `baseUrl in ${place}`} must be the service's address, such as https://pay.example.com`,
    );
  return { secretKey, baseUrl };
}
