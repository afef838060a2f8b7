/** @jsxImportSource preact */
import type { JSX } from "preact";
import { Reference } from "../elements/reference.tsx";
import type { SectionProps } from "../elements/section.tsx";
import { Untranslated } from "../elements/words.tsx";
import { Message } from "./message.tsx";

/** The link was paid before the page was opened. */
export function PaidSection(props: SectionProps): JSX.Element {
  return (
    <Message {...props} kind="paid" color="success" icon="tick" heading="This has already been paid">
      There is nothing more to pay here, so please don’t send any money. To pay for something else, ask{" "}
      <Untranslated>{props.link.merchantName}</Untranslated> for a new link.
    </Message>
  );
}

/** The merchant disabled the link before the page was opened. */
export function DisabledSection(props: SectionProps): JSX.Element {
  return <NotTaken {...props} kind="disabled" heading="This payment link is switched off" />;
}

/** The merchant may not take live money at present. */
export function UnavailableSection(props: SectionProps): JSX.Element {
  return <NotTaken {...props} kind="unavailable" heading="This link can’t accept payments right now" />;
}

type NotTakenProps = SectionProps & { kind: "disabled" | "unavailable"; heading: string };

function NotTaken(props: NotTakenProps): JSX.Element {
  return (
    <Message {...props} color="neutral" icon="cross">
      <Untranslated>{props.link.merchantName}</Untranslated> takes no payments here, so please don’t send any
      money. Ask them for another way to pay.
    </Message>
  );
}

type ClosedProps = SectionProps & { reference: string | undefined };

/** The link was closed while the page was open. The payer may have sent money, which someone must sort out. */
export function ClosedSection({ reference, ...props }: ClosedProps): JSX.Element {
  const alreadySent = reference !== undefined && (
    <div class="aside">
      <h3>Already sent the money?</h3>
      <p>
        It isn’t lost. Show <Untranslated>{props.link.merchantName}</Untranslated> your bank’s receipt and
        this reference, so that they can sort it out with you:
      </p>
      <p class="reference">
        <Reference text={reference} {...props} />
      </p>
    </div>
  );
  return (
    <Message
      {...props}
      kind="closed"
      color="neutral"
      icon="cross"
      heading="This payment link has closed"
      more={alreadySent}
    >
      It was paid from somewhere else, or <Untranslated>{props.link.merchantName}</Untranslated> switched it
      off. Please don’t send any money.
    </Message>
  );
}
