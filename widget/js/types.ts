export type ServiceOptions = {
  /**
   * Where the checkout is served, such as `https://pay.example.com`. Plain http only works for localhost. Required,
   * unless this package was built for one service, which is then the default.
   */
  payOrigin?: string | undefined;
};

export type CheckoutOptions = {
  /** The `data.slug` of the payment link that your server created. It decides the amount. */
  slug: string;
  /** The payment settled. This is a hint for your page, not a proof: fulfil the order on the webhook. */
  onSuccess?: ((success: CheckoutSuccess) => void) | undefined;
  /** The modal has closed, for any reason, success included. Called once for each modal that was seen. */
  onClose?: (() => void) | undefined;
  /**
   * The payment cannot go on. Called once per code and opening, for TRANSFER_WINDOW_EXPIRED once per window, and not
   * after a success.
   */
  onError?: ((error: CheckoutError) => void) | undefined;
};

export type CheckoutSuccess = {
  /** The collection's reference, `col_…`. */
  reference: string;
};

export type CheckoutError = {
  /**
   * - `LINK_UNAVAILABLE`: no such link, or it is paid or disabled: see `reason`. Nothing opens.
   * - `ORIGIN_NOT_REGISTERED`: this page's origin may not embed the checkout. The modal stays blank, and the console
   *   says how to register the origin.
   * - `TRANSFER_WINDOW_EXPIRED`: the payer did not transfer in time.
   * - `CHECKOUT_UNREACHABLE`: the network or the pay origin does not respond, or its page does not load. The payer can
   *   try again.
   * - `CHECKOUT_FAILED`: anything else that ends the payment.
   *
   * Later versions of the checkout may add codes.
   */
  code: string;
  /** What happened, in English, for your logs. */
  message: string;
  /** Why the link cannot be opened. Absent with other codes, and where the link closes while the payer has it open. */
  reason?: Unavailable;
};

/** missing: `slug` can't be a link's. unknown: the service has no such link. */
export type Unavailable = "missing" | "unknown" | "disabled" | "paid";

export type CheckoutHandle = {
  /** Closes the modal, or keeps it from opening. Does nothing the second time. */
  close: () => void;
};

export type ServiceClient = {
  /**
   * Opens a payment link in a modal over the page. A link that is open already is not opened again: the callbacks of
   * both calls are called, and this returns the handle of the open one, which closes it for both.
   */
  checkout: (options: CheckoutOptions) => CheckoutHandle;
};
