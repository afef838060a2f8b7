import { startProxy, type Proxy } from "../../helpers/outside/start-proxy.ts";

type Connected = {
  /** Between a process and the database, whichever way it goes. */
  proxy: Proxy;
  env: Record<string, string>;
};

/** The settings with which a process reaches the database, and a PgBouncer where there is one, by its own proxies. */
export async function connectThroughProxies(url: string, pooledHost: string | undefined): Promise<Connected> {
  const direct = await startProxy(url);
  if (pooledHost === undefined) return { proxy: direct, env: { DATABASE_URL: direct.url } };
  const through = new URL(url);
  through.host = pooledHost;
  const pooled = await startProxy(through.href);
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
