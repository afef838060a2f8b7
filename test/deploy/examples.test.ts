import { execFile } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { describe, expect, test } from "vitest";
import { parse } from "yaml";
import { z } from "zod";
import { readConfig as readIngressConfig, settings as ingressSettings } from "../../ingress/config.ts";
import { scriptSettings } from "../../scripts/config.ts";
import { sharedSettings } from "../../sql/process/settings.ts";
import { readConfig as readWorkersConfig, settings as workersSettings } from "../../workers/config.ts";
import { gatewayManifests } from "../../workers/gateways/manifest/manifests.ts";
import { liveGatewaySettings } from "../../workers/gateways/manifest/live-gateways.ts";
import { workersOnlySettings } from "../../workers/gateways/manifest/workers-only-settings.ts";
import { deployPath, exampleOf, readDeploy, variablesIn } from "./deploy-files.ts";
import { hasProgram } from "./has-program.ts";
import { createCertificate } from "./create-certificate.ts";

const run = promisify(execFile);
const read = (path: string) => readFileSync(new URL(`../../${path}`, import.meta.url), "utf8");

const hasSystemd = await hasProgram("systemd-analyze", "The units are not checked");
const hasHaproxy = await hasProgram("haproxy", "The configuration of HAProxy is not checked");

/** What each process knows, by the schemas of its settings. */
const known = {
  ingress: new Set(Object.keys(ingressSettings.shape)),
  workers: new Set(Object.keys(workersSettings.shape)),
  operator: new Set(Object.keys({ ...sharedSettings, ...liveGatewaySettings, ...scriptSettings.shape })),
};
const webhookSecrets = Object.values(gatewayManifests).map(({ webhook }) => webhook.secrets);
const secrets = ["SERVICE_ENCRYPTION_KEY", "SMTP_URL", ...workersOnlySettings, ...webhookSecrets];

/** What an operator fills in. */
const filledIn = {
  PUBLIC_URL: "https://pay.example.com",
  SERVICE_ENCRYPTION_KEY: Buffer.alloc(32, 7).toString("base64"),
  LIVE_GATEWAYS: "http",
  SMTP_URL: "smtps://user:password@mail.example.com",
  MAIL_FROM: "payments@example.com",
  LIVE_GATEWAY_URL: "https://provider.example.com",
  LIVE_GATEWAY_SECRET: "s".repeat(32),
  LIVE_GATEWAY_WEBHOOK_SECRETS: "w".repeat(32),
};

function fillIn(...names: string[]): Record<string, string> {
  const env = Object.assign({}, ...names.map(exampleOf)) as Record<string, string>;
  return { ...env, ...Object.fromEntries(Object.entries(filledIn).filter(([name]) => name in env)) };
}

describe("the examples of env files", () => {
  test("hold every setting that a process needs in production with a live gateway", () => {
    expect(readIngressConfig(fillIn("shared", "ingress"))).toMatchObject({
      movesLiveMoney: true,
      trustedProxyHops: 1,
      shutdownNoticeMs: 5_000,
      warnings: [],
    });
    expect(readWorkersConfig(fillIn("shared", "workers"))).toMatchObject({
      movesLiveMoney: true,
      liveGateways: [expect.anything()],
      mailServer: { from: "payments@example.com" },
    });
  });

  test("hold no setting that the process does not know, none twice, and no secret", () => {
    // Node reads NODE_OPTIONS, not a process of ours.
    const shared = Object.keys(exampleOf("shared")).filter((name) => name !== "NODE_OPTIONS");
    for (const [role, settings] of Object.entries(known)) {
      const own = Object.keys(exampleOf(role));
      // Commands of operators read less of what is shared.
      const given = role === "operator" ? own : [...shared, ...own];
      expect(given.filter((name) => !settings.has(name))).toEqual([]);
      expect(own.filter((name) => shared.includes(name))).toEqual([]);
    }
    expect(Object.keys(exampleOf("migrate"))).toEqual(["DATABASE_URL"]);
    for (const name of ["shared", "ingress", "workers", "migrate", "operator", "postgres", "backup"]) {
      for (const [setting, value] of Object.entries(exampleOf(name))) {
        if (secrets.includes(setting) || /_PASS(WORD)?$/.test(setting)) expect(value).toBe("");
        if (setting === "DATABASE_URL") expect(new URL(value).password).toBe("PASSWORD");
      }
    }
  });

  test("give what sends money to workers alone, and what proves the provider to the ingress alone", () => {
    const holding = (setting: string) =>
      readdirSync(deployPath("env")).filter((name) => setting in variablesIn(readDeploy(`env/${name}`)));
    expect(holding("LIVE_GATEWAY_SECRET")).toEqual(["workers.env.example"]);
    expect(holding("LIVE_GATEWAY_WEBHOOK_SECRETS")).toEqual(["ingress.env.example"]);
    // Of the other gateways, operators add their own.
    for (const name of workersOnlySettings)
      expect(["", "workers.env.example"]).toContain(holding(name).join());
    for (const name of webhookSecrets) expect(["", "ingress.env.example"]).toContain(holding(name).join());
  });
});

describe.runIf(hasSystemd)("the units of systemd", () => {
  test.for(readdirSync(deployPath("systemd")))("%s is valid", async (name) => {
    const { stdout, stderr } = await run("systemd-analyze", [
      "verify",
      "--man=no",
      deployPath(`systemd/${name}`),
    ]);
    expect(stdout + stderr).toBe("");
  });
});

const units = { ingress: "payments-ingress@.service", workers: "payments-worker@.service" };

test.for(["ingress", "workers"] as const)(
  "the unit of the %s reads its own env files and waits longer",
  (role) => {
    const unit = readDeploy(`systemd/${units[role]}`);
    const files = [...unit.matchAll(/^EnvironmentFile=(.+)$/gm)].map(([, path]) => path);
    expect(files).toEqual(["/etc/payments/shared.env", `/etc/payments/${role}.env`]);
    const set = [...(/^Environment=(.+)$/m.exec(unit)?.[1] ?? "").matchAll(/([A-Z_]+)=/g)].map(
      ([, name]) => name!,
    );
    expect(set.filter((name) => !known[role].has(name))).toEqual([]);
    // An env file would win over the unit's own.
    expect(set.filter((name) => name in exampleOf("shared") || name in exampleOf(role))).toEqual([]);
    const waits = Number(/^TimeoutStopSec=(\d+)$/m.exec(unit)?.[1]);
    expect(waits).toBeGreaterThan(stopsWithin[role]);
  },
);

/** How many seconds a process may take after SIGTERM, with the settings of the examples. */
const stopsWithin = {
  ingress:
    (Number(exampleOf("ingress").SHUTDOWN_NOTICE_MS) + Number(exampleOf("shared").RESPONSE_TIMEOUT_MS)) /
      1_000 +
    7,
  workers: Number(exampleOf("workers").SHUTDOWN_GRACE_MS) / 1_000 + 10,
};

const service = z.object({
  command: z.array(z.string()).optional(),
  env_file: z.array(z.string()).optional(),
  environment: z.record(z.string(), z.string()).optional(),
  stop_grace_period: z.string().optional(),
  networks: z.union([z.array(z.string()), z.record(z.string(), z.unknown())]).optional(),
  volumes: z.array(z.string()).optional(),
});

const { services } = z
  .object({ services: z.record(z.string(), service) })
  .parse(parse(readDeploy("compose.yaml"), { merge: true }));

test("compose.yaml starts each process with settings that it knows, and stops it in time", () => {
  const roles = {
    "ingress-1": "ingress",
    "ingress-2": "ingress",
    "worker-1": "workers",
    "worker-2": "workers",
  } as const;
  for (const [name, role] of Object.entries(roles)) {
    const { command, env_file, environment, stop_grace_period, networks } = services[name]!;
    expect(command).toEqual(["node", `${role}/main.ts`]);
    expect(env_file).toEqual(["env/shared.env", `env/${role}.env`]);
    expect(Object.keys(environment!).filter((setting) => !known[role].has(setting))).toEqual([]);
    expect(Number(/^(\d+)s$/.exec(stop_grace_period!)?.[1])).toBeGreaterThan(stopsWithin[role]);
    // The ingress has no way out.
    const names = Array.isArray(networks) ? networks : Object.keys(networks!);
    expect(names.includes("outbound")).toBe(role === "workers");
  }
  for (const { env_file = [], command = [], volumes = [] } of Object.values(services)) {
    for (const file of env_file) expect(exampleOf(/^env\/(\w+)\.env$/.exec(file)![1]!)).not.toEqual({});
    if (command[0] === "node") expect(() => read(command[1]!)).not.toThrow();
    const mounted = volumes.filter((volume) => volume.startsWith("./") && !volume.includes("certificates"));
    for (const volume of mounted) expect(() => readDeploy(volume.split(":")[0]!)).not.toThrow();
  }
  // A private network's address of each process is the one that HAProxy asks.
  const front = z.object({ front: z.object({ ipv4_address: z.string() }) });
  const addresses = ["ingress-1", "ingress-2"].map(
    (name) => front.parse(services[name]!.networks).front.ipv4_address,
  );
  const { INGRESS_1, INGRESS_2 } = services.haproxy!.environment!;
  expect([INGRESS_1, INGRESS_2]).toEqual(addresses.map((address) => `${address}:3000`));
});

test("PostgreSQL in compose.yaml archives as archive.conf says, and its backups have what it has", () => {
  const { postgres, backup } = services as Record<string, z.infer<typeof service>>;
  const archive = [...readDeploy("postgres/archive.conf").matchAll(/^(\w+) = '?(.+?)'?$/gm)];
  expect(postgres!.command!.slice(1)).toEqual(
    archive.flatMap(([, name, value]) => ["-c", `${name}=${value}`]),
  );
  expect(postgres!.environment).toMatchObject(backup!.environment!);
  expect(postgres!.environment!.PGDATA).toBe(backup!.environment!.PGBACKREST_PG1_PATH);
  expect(postgres!.env_file).toContain("env/backup.env");
  expect(backup!.env_file).toEqual(["env/backup.env"]);
  const own = backup!.volumes!.filter((volume) => !volume.includes("take-backups.sh"));
  expect(own).toHaveLength(4);
  expect(postgres!.volumes).toEqual(expect.arrayContaining(own));
});

describe.runIf(hasHaproxy)("the configuration of HAProxy", () => {
  test("is valid, and sends nothing again that may have been done", async () => {
    const folder = await mkdtemp(join(tmpdir(), "payments-haproxy-"));
    try {
      const certificate = join(folder, "payments.pem");
      await writeFile(certificate, (await createCertificate(folder)).pem);
      const env = { ...process.env, CERTIFICATE: certificate };
      const { stdout, stderr } = await run("haproxy", ["-c", "-f", deployPath("haproxy.cfg")], { env });
      expect(stdout + stderr).not.toMatch(/warning|alert/i);
    } finally {
      await rm(folder, { recursive: true });
    }
    const text = readDeploy("haproxy.cfg");
    expect(text).toContain(
      "retry-on conn-failure empty-response\n    http-request disable-l7-retry unless METH_GET\n",
    );
  });
});
