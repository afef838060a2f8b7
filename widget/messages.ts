/**
 * The messages between the checkout's frame and the page that opened it. Each carries the protocol's version and the
 * nonce that the page made for this opening. Add members and messages; never change or reuse one.
 */
export const PROTOCOL = 1;

/** The messages from the frame to the page. None of it proves a payment: the merchant's webhook does. */
export type FrameMessage =
  /** The checkout is ready: show the frame. */
  | { type: "ready" }
  /** How tall the content is, in CSS pixels. */
  | { type: "resize"; height: number }
  | { type: "success"; reference: string }
  | { type: "error"; code: string; message: string }
  /** The payer is done, or pressed Escape. */
  | { type: "close" };

/** The messages from the page to the frame. */
export type PageMessage =
  /** The payer sees the frame now: put the focus where they start. */
  { type: "shown" };

export type Envelope = { service: typeof PROTOCOL; nonce: string };

const shapes: Record<FrameMessage["type"], Record<string, "string" | "number">> = {
  ready: {},
  resize: { height: "number" },
  success: { reference: "string" },
  error: { code: "string", message: "string" },
  close: {},
};

type Sender = { source: MessageEventSource | null; origin: string; nonce: string };

/**
 * The frame's message in an event, if it comes from the right window and exactly the right origin, has the nonce of
 * this opening and a known shape. Undefined for everything else, which is no error: other scripts post messages too.
 */
export function readFrameMessage(event: MessageEvent, from: Sender): FrameMessage | undefined {
  const data = readEnvelope(event, from);
  if (data === undefined || !isKnown(data["type"])) return undefined;
  const fits = Object.entries(shapes[data["type"]]).every(([name, type]) =>
    type === "number" ? Number.isFinite(data[name]) : typeof data[name] === type,
  );
  return fits ? (data as unknown as FrameMessage) : undefined;
}

/** The same for messages from the page to the frame. */
export function readPageMessage(event: MessageEvent, from: Sender): PageMessage | undefined {
  const data = readEnvelope(event, from);
  return data?.["type"] === "shown" ? { type: "shown" } : undefined;
}

/** Own fields only: "constructor" is no message. */
function isKnown(type: unknown): type is FrameMessage["type"] {
  return typeof type === "string" && Object.keys(shapes).includes(type);
}

function readEnvelope(event: MessageEvent, from: Sender): Record<string, unknown> | undefined {
  if (event.source === null || event.source !== from.source || event.origin !== from.origin) return undefined;
  const data: unknown = event.data;
  if (typeof data !== "object" || data === null) return undefined;
  const { service, nonce } = data as Record<string, unknown>;
  return service === PROTOCOL && nonce === from.nonce ? (data as Record<string, unknown>) : undefined;
}
