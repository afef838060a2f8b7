import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import type { Random } from "../random.ts";
import { tryToSend, type Reply } from "./send.ts";

/** A client's final response. */
export type Told = {
  status: number;
  // oxlint-disable-next-line typescript/no-explicit-any -- loads look into responses freely
  data: any;
  meta?: { nextCursor?: string; hasMore: boolean };
  error?: { code: string; message: string; details?: Record<string, string> };
};

type Method = "GET" | "POST";
type Asked = {
  key?: string;
  body?: unknown;
  /** A new one unless given; false: none. */
  idempotencyKey?: string | false;
  /** A 429 or 5xx response after which a retry is useless. */
  isFinal?: (told: Told) => boolean;
};

export type Client = {
  /** Sends a request to one of the ingress processes, with the same Idempotency-Key until a response is definite. */
  send(method: Method, path: string, asked: Asked, random: Random): Promise<Told>;
  /** The resources that clients got for each Idempotency-Key; more than one is a violation. */
  madeBy: Map<string, Set<string>>;
  /** The number of requests sent. */
  counts: { requests: number };
  /** The number of requests without a definite response, by cause. */
  unknown: Map<string, number>;
};

/** Between two attempts, doubling each time. */
const FIRST_PAUSE_MS = 250;
const LONGEST_PAUSE_MS = 4_000;

/** A careful merchant's client: it knows only the responses it got, and waits as long as they say. */
export function createClient(urls: () => string[], onTold: () => void): Client {
  const madeBy: Client["madeBy"] = new Map();
  const counts = { requests: 0 };
  const unknown: Client["unknown"] = new Map();

  async function send(method: Method, path: string, asked: Asked, random: Random): Promise<Told> {
    const idempotencyKey = asked.idempotencyKey ?? randomUUID();
    for (let attempt = 0; ; attempt += 1) {
      counts.requests += 1;
      const response = await tryToSend(`${random.pick(urls())}${path}`, {
        method,
        key: asked.key,
        body: asked.body,
        ...(method === "POST" && idempotencyKey !== false && { idempotencyKey }),
      });
      const told = response && readTold(response);
      if (told !== undefined && (isDefinite(told) || asked.isFinal?.(told))) {
        if (method === "POST" && idempotencyKey !== false && told.status < 300)
          remember(idempotencyKey, String(told.data.reference ?? told.data.slug));
        return told;
      }
      const what = `${told?.status ?? "no response"} ${told?.error?.message ?? ""}: ${method} ${path.split(/[?_]/)[0]}`;
      unknown.set(what, (unknown.get(what) ?? 0) + 1);
      const pauseMs = Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** attempt);
      await sleep(random.between(0.5, 1) * pauseMs + (response?.retryAfterMs ?? 0));
    }
  }

  function remember(idempotencyKey: string, reference: string): void {
    const made = madeBy.get(idempotencyKey);
    if (made === undefined) madeBy.set(idempotencyKey, new Set([reference]));
    else made.add(reference);
    onTold();
  }

  return { send, madeBy, counts, unknown };
}

/** A server that fails or is full may have done it or not. */
function isDefinite({ status }: Told): boolean {
  return status < 500 && status !== 429;
}

function readTold({ status, text }: Reply): Told {
  return { status, ...(JSON.parse(text) as Omit<Told, "status">) };
}
