import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { createServer, type IncomingHttpHeaders, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

type Behaviour = {
  /** The response of /pay/{slug}/state: a status of the link, an HTTP status of a failure, or nothing ever. */
  state: "open" | "paid" | "disabled" | "unavailable" | "hangs" | 404 | 429 | 500;
  /** What it says of the page's origin; nothing if undefined. */
  embeddable: boolean | undefined;
  /**
   * What the page in the frame does by itself: say that it is ready, nothing, or lead the whole tab elsewhere. Or
   * what comes instead of it: an HTTP error status, or a closed connection without a response.
   */
  page: "ready" | "silent" | "leads away" | "is reset" | 503;
  /** Who may embed the page, as the header says it. */
  frameAncestors: string;
};

export type FakePay = AsyncDisposable & {
  origin: string;
  port: number;
  /** Change it at any time. */
  behaviour: Behaviour;
  /** Every request so far, but for the script and the favicon. */
  requests: { url: string; headers: IncomingHttpHeaders }[];
  /** Responds to the states that hang so far as `behaviour` says now. */
  release: () => void;
};

const scriptFile = new URL("../../widget/js/dist/service.global.js", import.meta.url);

/**
 * A fake pay server for @service/js: the state of links, the script, and a page for the frame that posts what a test
 * passes to its `say`. It can misbehave as the real one never should.
 */
export async function startFakePay(behaviour: Partial<Behaviour> = {}): Promise<FakePay> {
  const script = await readFile(scriptFile);
  const current: Behaviour = {
    state: "open",
    embeddable: undefined,
    page: "ready",
    frameAncestors: "*",
    ...behaviour,
  };
  const requests: FakePay["requests"] = [];
  let waiting: ServerResponse[] = [];

  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url!, "http://localhost");
    if (pathname === "/favicon.ico") return response.writeHead(204).end();
    // As the service does: scripts of shops add headers to each request.
    if (request.method === "OPTIONS") {
      const headers = {
        "access-control-allow-origin": "*",
        "access-control-allow-headers": "*, authorization",
      };
      return response.writeHead(204, headers).end();
    }
    if (pathname.startsWith("/@service/")) {
      return response.writeHead(200, { "content-type": "text/javascript" }).end(script);
    }
    requests.push({ url: request.url!, headers: request.headers });
    if (pathname.endsWith("/state")) return respondWithState(response);
    if (current.page === "is reset") return response.destroy();
    const type = "text/html; charset=utf-8";
    const policy = `frame-ancestors ${current.frameAncestors}`;
    return response
      .writeHead(current.page === 503 ? 503 : 200, {
        "content-type": type,
        "content-security-policy": policy,
      })
      .end(framePage(current.page));
  });

  function respondWithState(response: ServerResponse): void {
    const { state, embeddable } = current;
    if (state === "hangs") {
      waiting.push(response);
      return;
    }
    const reason = state === "open" ? undefined : state === "paid" ? "paid" : "disabled";
    const body =
      typeof state === "number"
        ? { error: { code: "ANY" } }
        : { data: { status: state, reason, embeddable } };
    response
      .writeHead(typeof state === "number" ? state : 200, {
        "content-type": "application/json",
        "access-control-allow-origin": "*",
      })
      .end(JSON.stringify(body));
  }

  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  return {
    origin: `http://127.0.0.1:${port}`,
    port,
    behaviour: current,
    requests,
    release: () => {
      const released = waiting;
      waiting = [];
      for (const response of released) respondWithState(response);
    },
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

/** Talks as the checkout's page does: see widget/messages.ts. */
function framePage(does: Behaviour["page"]): string {
  return `<!doctype html><title>Fake checkout</title><h1>Fake checkout</h1><input aria-label="Email">
<script>
  const query = new URLSearchParams(location.search);
  window.heard = [];
  window.say = (message) =>
    parent.postMessage({ service: 1, nonce: query.get("nonce"), ...message }, query.get("origin"));
  addEventListener("message", ({ origin, data }) => heard.push({ origin, data }));
  addEventListener("keydown", ({ key }) => key === "Escape" && say({ type: "close" }));
  if ("${does}" === "leads away") top.location.href = "/led-away";
  if ("${does}" === "ready") {
    say({ type: "ready" });
    say({ type: "resize", height: 400 });
  }
</script>`;
}
