/** @jsxImportSource preact */
import type { JSX } from "preact";
import type { SectionProps } from "../elements/section.tsx";
import { Untranslated } from "../elements/words.tsx";
import { Message } from "./message.tsx";

/** No account number could be created. */
export function FailedSection(props: SectionProps): JSX.Element {
  return (
    <Message
      {...props}
      kind="failed"
      color="attention"
      icon="alert"
      heading="We couldn’t get you an account number"
      more={<RetryButton {...props} />}
    >
      Nothing has been paid. Try again in a moment. If it keeps failing, ask{" "}
      <Untranslated>{props.link.merchantName}</Untranslated> for another way to pay.
    </Message>
  );
}

export function UnreachableSection(props: SectionProps): JSX.Element {
  return (
    <Message
      {...props}
      kind="unreachable"
      color="attention"
      icon="offline"
      heading="We can’t reach the checkout"
      more={<RetryButton {...props} />}
    >
      Check your internet connection. If you have sent a transfer, it is safe. This page continues
      automatically once you are back online.
    </Message>
  );
}

export function BusySection(props: SectionProps): JSX.Element {
  return (
    <Message
      {...props}
      kind="busy"
      color="attention"
      icon="clock"
      heading="Too many payments at the moment"
      more={<RetryButton {...props} />}
    >
      Nothing has been paid. Wait a minute, then try again.
    </Message>
  );
}

function RetryButton({ actions }: SectionProps): JSX.Element {
  return (
    <button type="button" class="primary" translate={false} onClick={actions.retry}>
      Try again
    </button>
  );
}
