import { randomBytes } from "node:crypto";
import type { TestProject } from "vitest/node";
import { buildStaleWidget } from "../../scripts/build/build-widget.ts";
import { startThrowawayPostgres } from "../../scripts/postgres/start-throwaway-postgres.ts";
import { migrate } from "../../sql/install/migrate.ts";
import { dropRoles } from "./database/drop-roles.ts";
import { setRolePasswords } from "./database/role-url.ts";
import { runAdminQuery } from "./database/run-admin-query.ts";
import { startRedis } from "./outside/start-redis.ts";
import { unpackChromium, type Chromium } from "./browser/unpack-chromium.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** URL of a database of the server, from which others can be created and dropped. */
    serverUrl: string;
    /** Name of the migrated database that each test's own is cloned from. */
    template: string;
    /** The password of the template's roles; see roleUrl(). */
    rolePassword: string;
    /** Undefined: tests that need Redis are skipped. */
    redisUrl: string | undefined;
    /** Undefined: tests in a browser fail. */
    chromium: Chromium | undefined;
  }
}

/**
 * Runs once per `npm test`. Builds what runs in browsers if that is out of date. Provides a PostgreSQL (DATABASE_URL,
 * or one started here and thrown away) with a migrated template database, and a Redis where there is one.
 */
export default async function globalSetup(project: TestProject): Promise<() => Promise<void>> {
  await buildStaleWidget();
  const chromium = await unpackChromium();
  const server = await provideServer(process.env.DATABASE_URL);
  const run = `payments_test_${process.pid}_${Date.now().toString(36)}`;
  const template = `${run}_template`;
  const rolePassword = randomBytes(24).toString("base64url");
  const redis = await startRedis(process.env.REDIS_URL);

  const cleanUp = async () => {
    await redis.stop();
    await dropDatabases(server.url, run);
    await dropRoles(server.url, run);
    await server.stop();
  };
  try {
    await runAdminQuery(server.url, `create database ${template}`);
    const url = new URL(server.url);
    url.pathname = template;
    await migrate(url.href);
    await setRolePasswords(url.href, rolePassword);
    // Each test's database is a copy of it: migrating leaves half of its catalogs empty.
    await runAdminQuery(url.href, "vacuum (full, analyze)");
    // The first connection writes a cache of the catalogs, which is copied too.
    await runAdminQuery(url.href, "select 1");
  } catch (error) {
    await cleanUp();
    throw error;
  }
  project.provide("serverUrl", server.url);
  project.provide("template", template);
  project.provide("rolePassword", rolePassword);
  project.provide("redisUrl", redis.url);
  project.provide("chromium", chromium);
  return cleanUp;
}

async function provideServer(url: string | undefined): Promise<{ url: string; stop: () => Promise<void> }> {
  if (url !== undefined && url !== "") {
    await runAdminQuery(url, "select 1").catch((cause: Error) => {
      throw new Error(
        `DATABASE_URL names a server that does not respond (${cause.message}). Start it, for instance with\n` +
          "  docker run --rm -p 5432:5432 -e POSTGRES_HOST_AUTH_METHOD=trust postgres:15\n" +
          "or unset DATABASE_URL to test on the PostgreSQL that npm installed.",
        { cause },
      );
    });
    return { url, stop: async () => {} };
  }
  return startThrowawayPostgres({ durable: false });
}

/** Drops what tests that were cut short left behind, and the template. */
async function dropDatabases(serverUrl: string, prefix: string): Promise<void> {
  const names = await runAdminQuery<{ datname: string }>(
    serverUrl,
    `select datname from pg_database where starts_with(datname, '${prefix}')`,
  );
  for (const { datname } of names)
    await runAdminQuery(serverUrl, `drop database if exists ${datname} with (force)`);
}
