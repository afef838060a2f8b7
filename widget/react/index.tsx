import {
  Service,
  type CheckoutError,
  type CheckoutHandle,
  type CheckoutOptions,
  type CheckoutSuccess,
} from "@service/js";
import {
  forwardRef,
  useCallback,
  useEffect,
  useInsertionEffect,
  useRef,
  useState,
  type ComponentPropsWithoutRef,
} from "react";

export type { CheckoutError, CheckoutSuccess };

/** Options of both the button and the hook. */
export type ServiceCheckoutOptions = {
  /**
   * Where the checkout is served, such as `https://pay.example.com`: https, or http for localhost. Required, unless
   * the packages were built for one service, which is then the default.
   */
  payOrigin?: string | undefined;
  /**
   * The payment settled. Only a hint for your page, which may thank the payer: deliver when the webhook arrives at your
   * server.
   */
  onSuccess?: ((success: CheckoutSuccess) => void) | undefined;
  /**
   * The modal is closed, for any reason, also after success and when the component unmounts: do not navigate here.
   * Called once per opening.
   */
  onClose?: (() => void) | undefined;
  /**
   * It failed. `code` is LINK_UNAVAILABLE (the link is missing, unknown, disabled or paid: see `reason`; if it was so
   * before a modal was seen, onClose is not called), ORIGIN_NOT_REGISTERED (this page may not embed the checkout;
   * the console says how to register it), TRANSFER_WINDOW_EXPIRED (no transfer within 30 minutes),
   * CHECKOUT_UNREACHABLE or CHECKOUT_FAILED. More codes may be added. `message` is for logs, not for payers.
   */
  onError?: ((error: CheckoutError) => void) | undefined;
};

/** What `useServiceCheckout` returns. The functions stay the same from render to render. */
export type ServiceCheckout = {
  /**
   * Opens the checkout of a payment link. Your server got its slug when it created the link. Does nothing while this
   * one's checkout is open, or after the component has unmounted. If another component or script has that link open,
   * both get their callbacks. Throws if payOrigin is not an origin.
   */
  open: (slug: string) => void;
  /** Closes the checkout. Does nothing if none is open. */
  close: () => void;
  /** True from `open` until the modal is closed, or `onError` is called because the link is unavailable. */
  isOpen: boolean;
};

/** The props of `ServiceCheckoutButton`: the checkout's, and all that a button has. */
export type ServiceCheckoutButtonProps = ServiceCheckoutOptions &
  Omit<ComponentPropsWithoutRef<"button">, keyof ServiceCheckoutOptions> & {
    /** Of the payment link that the button opens. */
    slug: string;
  };

/**
 * A button that opens the checkout of a payment link: it says "Pay" unless it has children. Its `onClick` is
 * called first, and `event.preventDefault()` in it keeps the checkout from opening.
 */
export const ServiceCheckoutButton = forwardRef<HTMLButtonElement, ServiceCheckoutButtonProps>(
  function ServiceCheckoutButton(props, ref) {
    const { slug, payOrigin, onSuccess, onClose, onError, ...own } = props;
    const { type = "button", onClick, children = "Pay", ...attributes } = own;
    const { open } = useServiceCheckout({ payOrigin, onSuccess, onClose, onError });
    return (
      <button
        type={type}
        aria-haspopup="dialog"
        {...attributes}
        ref={ref}
        onClick={(event) => {
          onClick?.(event);
          if (!event.defaultPrevented) open(slug);
        }}
      >
        {children}
      </button>
    );
  },
);

/**
 * Opens and closes the checkout from a component of your own. The callbacks of the latest render are called. When the
 * component unmounts, its checkout is closed.
 */
export function useServiceCheckout(options: ServiceCheckoutOptions = {}): ServiceCheckout {
  const [isOpen, setIsOpen] = useState(false);
  const latest = useRef(options);
  /** The same as isOpen, without waiting for a render. */
  const isOpenNow = useRef(false);
  const handle = useRef<CheckoutHandle>(undefined);
  const isGone = useRef(false);

  // In the render itself, before any effect that may open or close.
  useInsertionEffect(() => {
    latest.current = options;
  });

  const open = useCallback((slug: string) => {
    if (isOpenNow.current || isGone.current) return;
    const service = Service({ payOrigin: latest.current.payOrigin });
    // A checkout that said that its link is unavailable may still be open.
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
    const opened = service.checkout(callbacks);
    owners.set(opened, [...(owners.get(opened) ?? []), isGone]);
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
      // Not at once: strict mode unmounts and mounts each component again, and its checkout must stay open.
      queueMicrotask(() => {
        if (handle.current && owners.get(handle.current)!.every((owner) => owner.current)) close();
      });
    };
  }, [close]);

  return { open, close, isOpen };
}

/** Of each checkout, whether the components that opened it have unmounted. The last one closes it. */
const owners = new WeakMap<CheckoutHandle, readonly { readonly current: boolean }[]>();
