import { ServiceCheckoutButton, useServiceCheckout, type ServiceCheckout } from "@service/react";
import { StrictMode, useEffect, type ReactElement } from "react";

export type ScenarioProps = {
  name: "button" | "own_button" | "two_buttons" | "hook" | "opens_at_once" | "nothing";
  payOrigin: string;
  slug?: string | undefined;
  otherSlug?: string;
  /** Stands before what these callbacks note. */
  label?: string;
  strict?: boolean;
  /** Another one takes the component away and mounts a new one in its place. */
  componentKey?: string;
};

/** What happened, in its order. */
export type Note = (what: string) => void;

type Props = { payOrigin: string; slug: string; otherSlug: string; label: string; note: Note };

/**
 * What to render for one way in which a shop uses the package. Strict mode is outermost: the newest React mounts
 * twice only if the root is strict.
 */
export function drawScenario(
  { name, payOrigin, slug, otherSlug = "", label = "", strict = false, componentKey }: ScenarioProps,
  note: Note,
): ReactElement {
  const Chosen = scenarios[name];
  // A test may leave the slug out, as a shop does whose order is not there yet.
  const props = { payOrigin, slug: slug as string, otherSlug, label, note };
  const scenario = (
    <section title={`${name} ${label}`}>
      <Chosen key={componentKey} {...props} />
    </section>
  );
  return strict ? <StrictMode>{scenario}</StrictMode> : scenario;
}

const scenarios: Record<ScenarioProps["name"], (props: Props) => ReactElement> = {
  button: ({ payOrigin, slug, label, note }) => (
    <ServiceCheckoutButton className="pay" {...{ payOrigin, slug, ...callbacks(label, note) }}>
      Pay <b>now</b>
    </ServiceCheckoutButton>
  ),
  own_button: ({ payOrigin, slug, label, note }) => (
    <ServiceCheckoutButton
      {...{ payOrigin, slug, ...callbacks(label, note) }}
      ref={(element) => void (element && note(`ref ${element.localName}`))}
      id="own"
      type={undefined}
      name="pay"
      style={{ color: "red" }}
      title="Pay now"
      aria-label="Pay the order"
      data-order="7"
      onFocus={() => note("focus")}
      onClick={(event) => {
        note("click");
        if (label === "prevents") event.preventDefault();
      }}
    />
  ),
  two_buttons: ({ payOrigin, slug, otherSlug, note }) => (
    <>
      <ServiceCheckoutButton {...{ payOrigin, slug, ...callbacks("first", note) }}>
        First
      </ServiceCheckoutButton>
      <ServiceCheckoutButton {...{ payOrigin, slug: otherSlug, ...callbacks("second", note) }}>
        Second
      </ServiceCheckoutButton>
      <ServiceCheckoutButton {...{ payOrigin, slug }} disabled>
        Third
      </ServiceCheckoutButton>
    </>
  ),
  hook: ({ payOrigin, label, note }) => {
    const checkout = useServiceCheckout({ payOrigin, ...callbacks(label, note) });
    const { open, close, isOpen } = checkout;
    useEffect(() => note(`isOpen ${isOpen}`), [isOpen, note]);
    useEffect(() => {
      note("functions are new");
      window.checkout = { open, close };
    }, [open, close, note]);
    return <output>{isOpen ? "open" : "closed"}</output>;
  },
  opens_at_once: ({ payOrigin, slug, label, note }) => {
    const { open, isOpen } = useServiceCheckout({ payOrigin, ...callbacks(label, note) });
    useEffect(() => {
      note("mounted");
      open(slug);
    }, [open, slug, note]);
    return <output>{isOpen ? "open" : "closed"}</output>;
  },
  nothing: () => <p>Nothing</p>,
};

function callbacks(label: string, note: Note) {
  const prefix = label === "" ? "" : `${label} `;
  return {
    onSuccess: ({ reference }: { reference: string }) => note(`${prefix}success ${reference}`),
    onClose: () => note(`${prefix}close`),
    onError: ({ code }: { code: string }) => note(`${prefix}error ${code}`),
  };
}

declare global {
  interface Window {
    /** Of the scenario "hook". */
    checkout: Pick<ServiceCheckout, "open" | "close">;
  }
}
