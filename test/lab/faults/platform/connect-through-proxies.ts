import { startProxy, type Proxy } from "../../../helpers/outside/start-proxy.ts";

type Connected = {
  /** Between a process and the database, with PgBouncer or without. */
  proxy: Proxy;
  env: Record<string, string>;
};

/** The settings with which a process reaches the database, and PgBouncer if there is one, through its own proxies. */
export async function connectThroughProxies(
  url: string,
  pooledUrl: ((direct: string) => string) | undefined,
): Promise<Connected> {
  const direct = await startProxy(url);
  if (pooledUrl === undefined) return { proxy: direct, env: { DATABASE_URL: direct.url } };
  const pooled = await startProxy(pooledUrl(url));
  return {
    proxy: together(pooled, direct),
    env: { DATABASE_URL: pooled.url, DATABASE_DIRECT_URL: direct.url },
  };
}

/** Two proxies that fail as one. Statements that write money go through the first, notifications through the second. */
function together(pooled: Proxy, direct: Proxy): Proxy {
  const both = [pooled, direct];
  return {
    ...pooled,
    mode: (mode) => both.forEach((proxy) => proxy.mode(mode)),
    delay: (ms) => both.forEach((proxy) => proxy.delay(ms)),
    cutAll: () => both.forEach((proxy) => proxy.cutAll()),
    loseNotifications: (isLost) => direct.loseNotifications(isLost),
    [Symbol.asyncDispose]: async () => {
      for (const proxy of both) await proxy[Symbol.asyncDispose]();
    },
  };
}
