import type { CheckoutOptions } from "./types.ts";

export type CallBack = {
  success: (reference: string) => void;
  error: (code: string, message: string) => void;
  close: () => void;
};

/** One opening's callbacks. Each is called once (errors: once per code), and no error after a success. */
export function callBackOnce({ onSuccess, onError, onClose }: CheckoutOptions): CallBack {
  const told = new Set<string>();

  function once(what: string, callback: () => void): void {
    if (told.has(what)) return;
    told.add(what);
    try {
      callback();
    } catch (error) {
      // The page sees it like any other error of its own, and the checkout goes on.
      setTimeout(() => {
        throw error;
      });
    }
  }

  return {
    success: (reference) => once("success", () => onSuccess?.({ reference })),
    error: (code, message) => {
      if (!told.has("success")) once(`error ${code}`, () => onError?.({ code, message }));
    },
    close: () => once("close", () => onClose?.()),
  };
}
