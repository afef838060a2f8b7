import type { BrowserContext } from "playwright-core";

const iterators = [
  "map",
  "filter",
  "take",
  "drop",
  "flatMap",
  "reduce",
  "toArray",
  "forEach",
  "some",
  "every",
  "find",
];
const sets = [
  "union",
  "intersection",
  "difference",
  "symmetricDifference",
  "isSubsetOf",
  "isSupersetOf",
  "isDisjointFrom",
];

/**
 * What browsers have today and one of Chrome 123, Firefox 125 and Safari 17.5 has not, the oldest that the dashboard is
 * built for. Add what is new here.
 */
export const newerBuiltins = [
  ...[
    "URL.parse",
    "Promise.try",
    "RegExp.escape",
    "Math.sumPrecise",
    "Math.f16round",
    "Error.isError",
    "Temporal",
  ],
  ...[
    "Iterator.from",
    "Iterator.concat",
    "Iterator.zip",
    ...iterators.map((name) => `Iterator.prototype.${name}`),
  ],
  ...sets.map((name) => `Set.prototype.${name}`),
  ...["Map", "WeakMap"].flatMap((map) => [
    `${map}.prototype.getOrInsert`,
    `${map}.prototype.getOrInsertComputed`,
  ]),
  ...[
    "Uint8Array.fromBase64",
    "Uint8Array.fromHex",
    "Uint8Array.prototype.toBase64",
    "Uint8Array.prototype.toHex",
  ],
  ...[
    "Float16Array",
    "JSON.rawJSON",
    "JSON.isRawJSON",
    "Atomics.pause",
    "Atomics.waitAsync",
    "Intl.DurationFormat",
  ],
  ...["DisposableStack", "AsyncDisposableStack", "SuppressedError", "Symbol.dispose", "Symbol.asyncDispose"],
  ...[
    "Error.captureStackTrace",
    "Blob.prototype.bytes",
    "Response.prototype.bytes",
    "Request.prototype.bytes",
  ],
  ...["PublicKeyCredential.parseCreationOptionsFromJSON", "PublicKeyCredential.parseRequestOptionsFromJSON"],
  ...[
    "PublicKeyCredential.prototype.toJSON",
    "PublicKeyCredential.getClientCapabilities",
    "ReadableStream.from",
  ],
  ...["Document.prototype.startViewTransition", "Element.prototype.moveBefore", "Element.prototype.setHTML"],
  ...["Element.prototype.getHTML", "Document.parseHTMLUnsafe", "HTMLDialogElement.prototype.requestClose"],
  ...["scheduler", "requestIdleCallback", "cancelIdleCallback", "navigation", "URLPattern", "CloseWatcher"],
  ...["cookieStore", "trustedTypes", "Sanitizer", "EditContext", "documentPictureInPicture", "TrustedHTML"],
];

/** What browsers have today and some that know ES2020 have not, the oldest that the checkout is built for. */
export const newerThanEs2020 = [
  ...newerBuiltins,
  ...["at", "findLast", "findLastIndex", "toSorted", "toReversed", "toSpliced", "with"].map(
    (name) => `Array.prototype.${name}`,
  ),
  ...["at", "replaceAll", "isWellFormed", "toWellFormed"].map((name) => `String.prototype.${name}`),
  ...[
    "Object.hasOwn",
    "Object.groupBy",
    "Map.groupBy",
    "Array.fromAsync",
    "Promise.any",
    "Promise.withResolvers",
  ],
  ...[
    "AggregateError",
    "WeakRef",
    "FinalizationRegistry",
    "structuredClone",
    "crypto.randomUUID",
    "URL.canParse",
  ],
  ...["AbortSignal.timeout", "AbortSignal.any", "Intl.Segmenter", "Intl.supportedValuesOf", "reportError"],
  ...[
    "Element.prototype.replaceChildren",
    "Element.prototype.checkVisibility",
    "HTMLElement.prototype.inert",
  ],
  ...["HTMLElement.prototype.showPopover", "navigator.userActivation", "Error.prototype.cause"],
];

/** Takes builtins, by their dotted names, away from each page of a browser profile before its own scripts run. */
export async function removeBuiltins(context: BrowserContext, names: string[]): Promise<void> {
  await context.addInitScript(`for (const name of ${JSON.stringify(names)}) {
    const path = name.split(".");
    const last = path.pop();
    let owner = globalThis;
    for (const part of path) owner = owner?.[part];
    for (; owner && owner !== Object.prototype; owner = Object.getPrototypeOf(owner)) delete owner[last];
  }`);
}
