import { execFile } from "node:child_process";
import { chmod, mkdtemp } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { buildStaleSdk } from "../../../scripts/build/build-sdk.ts";
import { installPackedPackages, npm, type InstalledPackages } from "../../widget/pack-packages.ts";

const run = promisify(execFile);

/** Creates a payout, lists it, and verifies a webhook about it. */
const program = `
  import { format, naira, Service } from "@service/node";
  import { sign, verify } from "@service/node/webhooks";

  export async function play(key, baseUrl) {
    const service = new Service(key, { baseUrl });
    const destination = await service.banks.verifyAccount({ bankCode: "058", accountNumber: "0123456789" });
    const body = { amount: naira("100.50"), destination };
    const payout = await service.payouts.create(body, { idempotencyKey: crypto.randomUUID() });
    const [newest] = await service.payouts.list({ limit: 1 }).all({ max: 1 });
    const secret = "whsec_AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=";
    const sent = await sign({ id: "evt_1", type: "payout.succeeded", data: payout }, secret);
    const event = await verify(sent.body, sent.headers["x-service-signature"], [secret]);
    return [format(payout.amount), newest.reference === payout.reference, event.data.reference === payout.reference];
  }`;

/** What the program returns. */
export const played = ["₦100.50", true, true];

export type Shop = InstalledPackages & { environment: (url: string, key: string) => Record<string, string> };

/** A folder in which the packed SDK and command line are installed, with program.mjs and main.mjs, which runs it. */
export async function installShop(): Promise<Shop> {
  await buildStaleSdk();
  const shop = await installPackedPackages(["sdk/node", "sdk/cli"], []);
  await shop.write("program.mjs", program);
  await shop.write(
    "main.mjs",
    `import { play } from "./program.mjs";
     console.log(JSON.stringify(await play(process.env.PAYMENTS_KEY, process.env.PAYMENTS_URL)));`,
  );
  return {
    ...shop,
    environment: (url, key) => ({
      PATH: process.env.PATH!,
      HOME: shop.folder,
      PAYMENTS_URL: url,
      PAYMENTS_KEY: key,
    }),
  };
}

/** Fetches one program of an npm package in an exact version; npm's cache keeps the package. Returns its path. */
export async function fetchProgram(shop: Shop, spec: string, path: string): Promise<string> {
  const folder = await mkdtemp(join(shop.folder, ".program-"));
  const flags = ["--silent", "--prefer-offline", "--pack-destination", folder];
  const tarball = (await npm(folder, ["pack", ...flags, spec])).trim();
  await run("tar", ["-xzf", tarball, `package/${path}`], { cwd: folder });
  const file = join(folder, "package", path);
  await chmod(file, 0o755);
  return file;
}
