const USUAL_MS = 3_000;
const LONGEST_MS = 30_000;
const RESPONSE_MS = 10_000;

/**
 * Polls the shop's server for an order's status until the webhook has come, and passes each status to `onStatus`. One
 * request at a time; after failures it waits longer. Returns the function that stops it.
 *
 * @param {string} order
 * @param {(status: "waiting" | "fulfilled" | "unknown") => void} onStatus
 * @returns {() => void}
 */
export function followOrder(order, onStatus) {
  let isStopped = false;
  let failures = 0;
  let timer = setTimeout(ask, USUAL_MS);
  return () => {
    isStopped = true;
    clearTimeout(timer);
  };

  async function ask() {
    const status = await fetchStatus(order);
    if (isStopped) return;
    if (status !== undefined) onStatus(status);
    if (status === "fulfilled") return;
    failures = status === "waiting" ? 0 : failures + 1;
    timer = setTimeout(ask, Math.min(USUAL_MS * 2 ** failures, LONGEST_MS));
  }
}

/** Undefined without a usable response: the network failed, or a proxy sent an error page. */
async function fetchStatus(order) {
  try {
    const response = await fetch(`/orders/${order}/status`, { signal: AbortSignal.timeout(RESPONSE_MS) });
    // This shop loses its orders when it stops, but still polls: an order in a database may come back.
    if (response.status === 404) return "unknown";
    if (!response.ok) return undefined;
    const { status } = await response.json();
    // An unknown status is no reason to thank the payer.
    return status === "fulfilled" ? "fulfilled" : "waiting";
  } catch {
    return undefined;
  }
}
