import type { CheckoutError, CheckoutOptions } from "./types.ts";

export type Callers = {
  /** Adds another call for the same link. Its callbacks get what happens from now on, and an earlier success. */
  join: (options: CheckoutOptions) => void;
  success: (reference: string) => void;
  error: (error: CheckoutError) => void;
  close: () => void;
};

/** Each belongs to another transfer window: the checkout's page reports each once. */
const REPEATED = "TRANSFER_WINDOW_EXPIRED";

/**
 * The callbacks of all calls that opened one checkout; a function passed to several is called once. There is one
 * success, one error per code or lapsed window, and no error after a success.
 */
export function createCallers(first: CheckoutOptions): Callers {
  const callers = [first];
  const reported = new Set<string>();
  let paid: { reference: string } | undefined;

  return {
    join(options) {
      const isKnown = callers.some(({ onSuccess }) => onSuccess === options.onSuccess);
      callers.push(options);
      // Only after the joining call has returned.
      if (paid && !isKnown) setTimeout(call, 0, [options.onSuccess], paid);
    },
    success(reference) {
      if (paid) return;
      paid = { reference };
      call(
        callers.map(({ onSuccess }) => onSuccess),
        paid,
      );
    },
    error(error) {
      if (paid || (error.code !== REPEATED && reported.has(error.code))) return;
      reported.add(error.code);
      call(
        callers.map(({ onError }) => onError),
        error,
      );
    },
    close: () =>
      call(
        callers.map(({ onClose }) => onClose),
        undefined,
      ),
  };
}

function call<Fact>(callbacks: (((fact: Fact) => void) | undefined)[], fact: Fact): void {
  for (const callback of new Set(callbacks)) {
    try {
      callback?.(fact);
    } catch (error) {
      // The page's own error handling sees it, and the checkout goes on.
      setTimeout(() => {
        throw error;
      });
    }
  }
}
