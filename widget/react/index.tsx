import {
  Service,
  type CheckoutError,
  type CheckoutHandle,
  type CheckoutOptions,
  type CheckoutSuccess,
} from "@service/js";
import {
  useCallback,
  useEffect,
  useInsertionEffect,
  useRef,
  useState,
  type ReactElement,
  type ReactNode,
} from "react";
import { pageState } from "../js/page-state.ts";

export type { CheckoutError, CheckoutSuccess };

/** What both the button and the hook are told. */
export type ServiceCheckoutOptions = {
  /**
   * Where the checkout is served, such as `https://pay.example.com`: https, or http for localhost. Keep it in one place of
   * your app, beside its other settings.
   */
  payOrigin: string;
  /**
   * The payment settled. For your page only, which may thank the payer: goods leave when the webhook arrives at your
   * server.
   */
  onSuccess?: ((success: CheckoutSuccess) => void) | undefined;
  /**
   * The modal is closed, for whatever reason, after success and when the component goes away too: do not navigate here.
   * Called once for each time that it was opened.
   */
  onClose?: (() => void) | undefined;
  /**
   * It failed. `code` is one of LINK_UNAVAILABLE (the link is missing, unknown, disabled or paid; if it already was so when
   * it was to be opened, there is no modal and onClose is not called), TRANSFER_WINDOW_EXPIRED (30 minutes went by without
   * a transfer), CHECKOUT_UNREACHABLE and CHECKOUT_FAILED. More codes may be added. `message` is for
   * logs, not for payers.
   */
  onError?: ((error: CheckoutError) => void) | undefined;
};

/** The checkout, as `useServiceCheckout` gives it. The functions stay the same from render to render. */
export type ServiceCheckout = {
  /**
   * Opens the checkout of a payment link, whose slug your server got when it created the link. Does nothing while one is
   * open, while another component or script has opened that link, or when the component has gone meanwhile. Throws where
   * payOrigin is not an origin.
   */
  open: (slug: string) => void;
  /** Closes the checkout. Does nothing where none is open. */
  close: () => void;
  /** True from the call of `open` until the modal is closed, or until `onError` is told that the link is unavailable. */
  isOpen: boolean;
};

/** The props of `ServiceCheckoutButton`. */
export type ServiceCheckoutButtonProps = ServiceCheckoutOptions & {
  /** Of the payment link that the button opens. */
  slug: string;
  className?: string | undefined;
  disabled?: boolean | undefined;
  /** What stands on the button: "Pay" unless given. */
  children?: ReactNode;
};

/** A button that opens the checkout of a payment link. */
export function ServiceCheckoutButton(props: ServiceCheckoutButtonProps): ReactElement {
  const { slug, className, disabled, children = "Pay", ...options } = props;
  const { open } = useServiceCheckout(options);
  return (
    <button
      type="button"
      aria-haspopup="dialog"
      className={className}
      disabled={disabled}
      onClick={() => open(slug)}
    >
      {children}
    </button>
  );
}

/**
 * Opens and closes the checkout from a component of your own. The callbacks that are called are those of the latest
 * render. When the component goes away, its checkout is closed.
 */
export function useServiceCheckout(options: ServiceCheckoutOptions): ServiceCheckout {
  const [isOpen, setIsOpen] = useState(false);
  const latest = useRef(options);
  /** As isOpen, without waiting for a render. */
  const isOpenNow = useRef(false);
  const handle = useRef<CheckoutHandle>(undefined);
  const isGone = useRef(false);

  // With the render itself, and before any effect that may open or close.
  useInsertionEffect(() => {
    latest.current = options;
  });

  const open = useCallback((slug: string) => {
    if (isOpenNow.current || isGone.current) return;
    const service = Service({ payOrigin: latest.current.payOrigin });
    // One that said that its link is unavailable may still be in sight.
    handle.current?.close();
    set(true);
    const callbacks: CheckoutOptions = {
      slug,
      onSuccess: (success) => latest.current.onSuccess?.(success),
      onClose: () => {
        set(false);
        latest.current.onClose?.();
      },
      onError: (error) => {
        if (error.code === "LINK_UNAVAILABLE") set(false);
        latest.current.onError?.(error);
      },
    };
    const before = new Set(pageState().links.values());
    let opened = service.checkout(callbacks);
    if (before.has(opened)) {
      // Whoever opened it is told how it ends. If that has gone, it is just about to be closed.
      if (!owners.get(opened)?.current) return set(false);
      opened.close();
      opened = service.checkout(callbacks);
    }
    owners.set(opened, isGone);
    handle.current = opened;

    function set(isNowOpen: boolean) {
      isOpenNow.current = isNowOpen;
      setIsOpen(isNowOpen);
    }
  }, []);

  const close = useCallback(() => handle.current?.close(), []);

  useEffect(() => {
    isGone.current = false;
    return () => {
      isGone.current = true;
      // Not at once: strict mode takes each component away and back in one go, and what it opened meanwhile stays open.
      queueMicrotask(() => {
        if (isGone.current) close();
      });
    };
  }, [close]);

  return { open, close, isOpen };
}

/** Whether the component that opened a checkout has gone. Others are those of script tags, or of a second copy of this. */
const owners = new WeakMap<CheckoutHandle, { readonly current: boolean }>();
