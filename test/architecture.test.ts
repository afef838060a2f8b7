import { existsSync } from "node:fs";
import { readdir, readFile } from "node:fs/promises";
import { basename, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { listSettings } from "../scripts/settings/list-settings.ts";
import { quick } from "./helpers/quick.ts";
import { guards } from "./lab/guards.ts";
import { listFiles, strayParts } from "./lab/guards/find-guarded.ts";

const root = new URL("../", import.meta.url);

/**
 * Which of our folders each folder may import from, and from where the release's version comes; nothing imports scripts
 * or test but they themselves.
 */
const mayImport: Record<string, string[]> = {
  sql: ["sql", "package.json"],
  ingress: ["ingress", "sql", "workers"],
  workers: ["workers", "sql"],
  widget: ["widget"],
  sdk: ["sdk"],
  scripts: ["scripts", "sql", "ingress", "workers", "sdk"],
  test: ["test", "scripts", "sql", "ingress", "workers", "widget", "sdk"],
};

const service = ["ingress", "workers", "sql"];
const bannedNames = ["utils", "common", "helpers", "lib", "services", "models", "manager"];

type Source = { path: string; text: string };

/** All TypeScript files of a folder, by path from the root, without their comments. */
async function sourcesOf(folder: string): Promise<Source[]> {
  const names = await readdir(new URL(`${folder}/`, root), { recursive: true });
  const files = names.filter((name) => /\.tsx?$/.test(name) && !/(^|\/)(node_modules|dist)\//.test(name));
  return Promise.all(
    files.map(async (name) => {
      const path = `${folder}/${name}`;
      const text = await readFile(new URL(path, root), "utf8");
      return { path, text: text.replace(/\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/.*$/gm, "") };
    }),
  );
}

function importsOf({ text }: Source): string[] {
  const specifiers = text.matchAll(/\b(?:from|import)\s*\(?\s*["']([^"']+)["']/g);
  return [...specifiers].map(([, specifier]) => specifier!);
}

/** The packages that a file imports, and the files that it imports; those that are imported later, by need, not. */
async function packagesLoadedBy(main: string): Promise<string[]> {
  const sources = (await Promise.all(service.map(sourcesOf))).flat();
  const packages = new Set<string>();
  const seen = new Set<string>();
  const visit = (path: string) => {
    if (seen.has(path)) return;
    seen.add(path);
    const { text } = sources.find((source) => source.path === path) ?? { text: "" };
    // Types are gone before a file is loaded.
    const loaded = text.replaceAll(/\bimport type [^;]*;|\bimport\(/g, "");
    for (const specifier of importsOf({ path, text: loaded })) {
      if (specifier.startsWith("."))
        visit(new URL(specifier, new URL(path, root)).href.slice(root.href.length));
      else packages.add(specifier);
    }
  };
  visit(main);
  return [...packages];
}

/** The files from which imports lead into a circle, types included, each with what it imports of these. */
async function circles(): Promise<string[][]> {
  const sources = (await Promise.all(Object.keys(mayImport).map(sourcesOf))).flat();
  const paths = new Set(sources.map(({ path }) => path));
  const imports = new Map(
    sources.map((source) => {
      const targets = importsOf(source).filter((specifier) => specifier.startsWith("."));
      const found = targets.map((name) =>
        new URL(name, new URL(source.path, root)).href.slice(root.href.length),
      );
      return [source.path, found.filter((path) => paths.has(path))];
    }),
  );
  // Files without imports are in no circle, and so is then whatever imports only such files.
  for (let left = Infinity; imports.size < left;) {
    left = imports.size;
    for (const [path, found] of imports) {
      const open = found.filter((target) => imports.has(target));
      if (open.length === 0) imports.delete(path);
      else imports.set(path, open);
    }
  }
  return [...imports].map(([path, found]) => [path, ...found]);
}

/** The files of these folders that match, but for those that are allowed to. */
async function filesWith(
  folders: string[],
  pattern: RegExp,
  allowed: (path: string) => boolean,
): Promise<string[]> {
  const sources = (await Promise.all(folders.map(sourcesOf))).flat();
  return sources.filter(({ path, text }) => pattern.test(text) && !allowed(path)).map(({ path }) => path);
}

describe("imports", () => {
  test.for(Object.keys(mayImport))("%s imports only from where it may", async (folder) => {
    const violations: string[] = [];
    for (const source of await sourcesOf(folder)) {
      for (const specifier of importsOf(source).filter((name) => name.startsWith("."))) {
        const target = new URL(specifier, new URL(source.path, root)).href
          .slice(root.href.length)
          .split("/")[0]!;
        if (!mayImport[folder]!.includes(target)) violations.push(`${source.path} imports ${specifier}`);
      }
    }
    expect(violations).toEqual([]);
  });

  test("of the workers, the ingress reaches the manifests of gateways alone, which open no connection", async () => {
    const isManifest = (path: string) =>
      /^workers\/gateways\/(manifest\/[^/]+|[^/]+\/(manifest|references))\.ts$/.test(path);
    const imported: string[] = [];
    for (const source of (await Promise.all(["ingress", "workers"].map(sourcesOf))).flat()) {
      if (!source.path.startsWith("ingress/") && !isManifest(source.path)) continue;
      for (const specifier of importsOf(source)) {
        const target = specifier.startsWith(".")
          ? new URL(specifier, new URL(source.path, root)).href.slice(root.href.length)
          : specifier;
        const isOfManifest = !target.includes("/") || target.startsWith("sql/") || target === "node:crypto";
        if (target.startsWith("workers/") ? !isManifest(target) : isManifest(source.path) && !isOfManifest)
          imported.push(`${source.path} imports ${specifier}`);
      }
    }
    expect(imported).toEqual([]);
  });

  test("no files import each other in a circle, not even for types", async () => {
    expect(await circles()).toEqual([]);
  });

  test("a process loads no library that it need not, which would make its start slower", async () => {
    const ofIngress = await packagesLoadedBy("ingress/main.ts");
    expect(ofIngress).toContain("express");
    // Workers' alone, one for passkeys, and one where Redis is set.
    for (const name of ["graphile-worker", "@simplewebauthn/server", "ioredis"])
      expect(ofIngress).not.toContain(name);
    expect(await packagesLoadedBy("workers/main.ts")).not.toContain("express");
  });

  test("only gateways, webhooks, mail and the reader of our own certificate open outbound connections", async () => {
    const mayConnect = [
      "workers/gateways/request-json.ts",
      "workers/mails/create-send-mail.ts",
      "workers/measure-certificate.ts",
      "workers/webhooks/create-guarded-connector.ts",
      "workers/webhooks/kept-connections.ts",
      "workers/webhooks/send-webhook.ts",
    ];
    const clients = ["undici", "node:http2", "node:dgram", "node:tls", "axios", "got", "nodemailer"];
    const violations: string[] = [];
    for (const source of (await Promise.all(service.map(sourcesOf))).flat()) {
      if (mayConnect.includes(source.path)) continue;
      const imported = importsOf(source).filter((specifier) => clients.includes(specifier));
      // Servers and address checks import these modules too, so for them the calls count.
      const calls =
        source.text.match(/\bfetch\(|\bhttps?\.(request|get)\(|\bnet\.(connect|createConnection)\(/g) ?? [];
      const named =
        /import \{[^}]*\b(request|get|connect|createConnection)\b[^}]*\} from "node:(http|https|net)"/.exec(
          source.text,
        ) ?? [];
      violations.push(...[...imported, ...calls, ...named].map((what) => `${source.path}: ${what}`));
    }
    expect(violations).toEqual([]);
  });

  test("every webhook is sent through the one guarded sender", async () => {
    const makes = (path: string) =>
      ["workers/start-workers.ts", "workers/webhooks/send-webhook.ts"].includes(path);
    expect(await filesWith(service, /\bcreateSendWebhook\b/, makes)).toEqual([]);
    const sends = (path: string) => path === "workers/webhooks/deliver-webhook.ts";
    expect(await filesWith(service, /\bsendWebhook\(/, sends)).toEqual([]);
    const connects = (path: string) =>
      ["workers/webhooks/create-guarded-connector.ts", "workers/webhooks/send-webhook.ts"].includes(path);
    expect(await filesWith(["workers/webhooks"], /\bcreateGuardedConnector\b/, connects)).toEqual([]);
  });

  test("only sql/ knows slonik, and builds SQL", async () => {
    const inSql = (path: string) => path.startsWith("sql/");
    expect(await filesWith(service, /from "slonik"|sql\.(type|unsafe|fragment|typeAlias)\b/, inSql)).toEqual(
      [],
    );
    expect(await filesWith(service, /sql\.unsafe\b/, () => false)).toEqual([]);
  });
});

describe("responsibilities", () => {
  test("only config.ts reads the environment", async () => {
    const isConfig = (path: string) => basename(path) === "config.ts";
    expect(await filesWith([...service, "scripts"], /(?<!")\bprocess\.env\b/, isConfig)).toEqual([]);
  });

  test("only main.ts handles signals and exits", async () => {
    const isMain = (path: string) => basename(path) === "main.ts";
    const pattern =
      /\bprocess\.(exit\(|exitCode\b|abort\(|(on|once)\(\s*(signal|["'](SIG|disconnect|uncaught|unhandled)))/;
    expect(await filesWith(service, pattern, isMain)).toEqual([]);
  });

  test("only problems.ts of the ingress knows the statuses of errors", async () => {
    const isProblems = (path: string) => path === "ingress/http/problems.ts";
    const pattern = /\b(status|statusCode|sendStatus)\s*(\(|[:=])\s*[45]\d\d\b/;
    expect(await filesWith(["ingress"], pattern, isProblems)).toEqual([]);
  });
});

describe("names", () => {
  test("no folder or file has a meaningless name", async () => {
    const violations: string[] = [];
    for (const folder of Object.keys(mayImport)) {
      const names = await readdir(new URL(`${folder}/`, root), { recursive: true });
      for (const name of names.filter((path) => !path.includes("node_modules"))) {
        const parts = name.split("/").map((part) => part.replace(/\..*$/, ""));
        const isTestHelper = folder === "test" && parts[0] === "helpers";
        const banned = parts.filter((part) => bannedNames.includes(part));
        if (banned.length > 0 && !(isTestHelper && banned.length === 1)) violations.push(`${folder}/${name}`);
      }
    }
    expect(violations).toEqual([]);
  });

  test("no folder holds more than 30 files of its own", async () => {
    const crowded: string[] = [];
    for (const folder of Object.keys(mayImport)) {
      const entries = await readdir(new URL(`${folder}/`, root), { recursive: true, withFileTypes: true });
      const counts = new Map<string, number>();
      for (const { parentPath } of entries.filter((entry) => entry.isFile())) {
        const path = relative(fileURLToPath(root), parentPath);
        if (/(^|\/)(node_modules|dist|released|\.built)(\/|$)/.test(path)) continue;
        counts.set(path, (counts.get(path) ?? 0) + 1);
      }
      crowded.push(
        ...[...counts].filter(([, count]) => count > 30).map(([path, count]) => `${path}: ${count}`),
      );
    }
    expect(crowded).toEqual([]);
  });

  test("exports are named, never default", async () => {
    const isSetup = (path: string) => path === "test/helpers/global-setup.ts";
    expect(await filesWith(Object.keys(mayImport), /^export default\b/m, isSetup)).toEqual([]);
  });

  test("each variable that scripts read by its name is in a schema, from which .env.example is made", async () => {
    const config = await readFile(new URL("scripts/config.ts", root), "utf8");
    const read = [...config.matchAll(/given\("([A-Z_]+)"\)|environment\.([A-Z_]+)/g)].map(
      ([, argument, property]) => (argument ?? property)!,
    );
    expect(read.length).toBeGreaterThan(5);
    const known = listSettings().flatMap(({ settings }) => settings.map(({ name }) => name));
    expect(read.filter((name) => !known.includes(name))).toEqual([]);
  });
});

test("tests in a browser are named so, which keeps `npm test` short", async () => {
  const uses = /\(\{[^}]*\b(browser|context)\b[^}]*\}\) =>|\blaunchChromium\(/;
  const inBrowser = (await sourcesOf("test")).filter(
    ({ path, text }) => path.endsWith(".test.ts") && uses.test(text),
  );
  const unnamed = inBrowser
    .map(({ path }) => path)
    .filter((path) => !/\.(browser|screens)\.test\.ts$/.test(path));
  expect(unnamed).toEqual([]);
});

test("no line is longer than 120 characters, but for one that a long string or pattern makes so", async () => {
  const literal = /(["'`])(?:\\.|(?!\1).)*\1|(?<=[(\s])\/[^/\s](?:\\.|[^/])*\//g;
  const isLong = (line: string) => {
    if (line.length <= 120) return false;
    if (/^\s*(\*|\/\*|\/\/|--|#)/.test(line)) return true;
    return line.replace(literal, (text) => (text.length >= 60 ? "" : text)).length > 120;
  };
  const violations: string[] = [];
  for (const folder of [...Object.keys(mayImport), "docs", ".ci"]) {
    const names = await readdir(new URL(`${folder}/`, root), { recursive: true });
    const files = names.filter(
      (name) =>
        /\.(tsx?|sql|js|css|sh)$|^run$/.test(name) &&
        !/(^|\/)(node_modules|dist|released|fixtures|schema\.sql)(\/|$)/.test(name),
    );
    for (const name of files) {
      const lines = (await readFile(new URL(`${folder}/${name}`, root), "utf8")).split("\n");
      lines.forEach((line, index) => isLong(line) && violations.push(`${folder}/${name}:${index + 1}`));
    }
  }
  expect(violations).toEqual([]);
});

test("no object is spread only to put its members on one line", async () => {
  expect(await filesWith(Object.keys(mayImport), /(?<!\{)\.\.\.\{/, () => false)).toEqual([]);
});

test("no file holds the markers of a merge that was not finished", async () => {
  const unfinished: string[] = [];
  for (const folder of [".", ...Object.keys(mayImport), "docs", ".ci"]) {
    const names = await readdir(new URL(`${folder}/`, root), { recursive: folder !== "." });
    for (const name of names) {
      if (!/\.(md|tsx?|sql|json|example)$|^run$/.test(name) || /(^|\/)(node_modules|dist)\//.test(name))
        continue;
      const text = await readFile(new URL(`${folder}/${name}`, root), "utf8");
      // Prettier turns the markers in a document into quotations and cells of tables.
      if (/^(\| )?<{7} |^>{7} |^(> ){6}> /m.test(text)) unfinished.push(`${folder}/${name}`);
    }
  }
  expect(unfinished).toEqual([]);
});

test("what npm run quick names is there", () => {
  expect(quick.filter((path) => !existsSync(new URL(path, root)))).toEqual([]);
});

test("what each guard breaks, and the test that goes red then, are where test/lab/guards says", () => {
  const folder = fileURLToPath(root);
  const files = listFiles(folder);
  const stray = guards.flatMap((guard) =>
    strayParts(folder, files, guard).map((part) => `${guard.name}: ${part}`),
  );
  expect(stray).toEqual([]);
  const names = guards.map(({ name }) => name);
  expect(new Set(names).size).toBe(names.length);
});

test("package.json's scripts replace their shell, so that a signal reaches the process itself", async () => {
  const { scripts } = JSON.parse(await readFile(fileURLToPath(new URL("package.json", root)), "utf8")) as {
    scripts: Record<string, string>;
  };
  expect(Object.entries(scripts).filter(([, command]) => !/(^|&& )exec \S+( [^&]+)?$/.test(command))).toEqual(
    [],
  );
});
