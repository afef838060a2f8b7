/** @jsxImportSource preact */
import type { JSX } from "preact";
import { DetailsSection } from "./details/details.tsx";
import type { SectionProps } from "./elements/section.tsx";
import { Words } from "./elements/words.tsx";
import { ExpiredSection } from "./expired/expired.tsx";
import { BusySection, FailedSection, UnreachableSection } from "./messages/failed.tsx";
import { ClosedSection, DisabledSection, PaidSection, UnavailableSection } from "./messages/not-open.tsx";
import { ResumingSection, StartingSection } from "./messages/waiting.tsx";
import { SucceededSection } from "./succeeded/succeeded.tsx";
import { TransferSection } from "./transfer/transfer.tsx";

/** The part of the page that changes. The server renders it first, then the browser takes over. */
export function Checkout(props: SectionProps): JSX.Element {
  const { hasCopyHint, announcement } = props.page;
  return (
    <>
      {renderSection(props)}
      {hasCopyHint && (
        <p class="hint copy-hint">
          Selected. Now copy it with your keyboard, or hold the text and choose Copy.
        </p>
      )}
      {/* Always there: screen readers speak only what changes in it. */}
      <p class="unseen" role="status">
        <Words>{announcement}</Words>
      </p>
    </>
  );
}

function renderSection(props: SectionProps): JSX.Element {
  const { state } = props.page;
  switch (state.kind) {
    case "details":
      return <DetailsSection {...props} state={state} />;
    case "starting":
      return <StartingSection />;
    case "resuming":
      return <ResumingSection />;
    case "transfer":
      return <TransferSection {...props} state={state} />;
    case "succeeded":
      return <SucceededSection {...props} {...state} />;
    case "expired":
      return <ExpiredSection {...props} {...state} />;
    case "closed":
      return <ClosedSection {...props} {...state} />;
    case "failed":
      return <FailedSection {...props} />;
    case "unreachable":
      return <UnreachableSection {...props} />;
    case "busy":
      return <BusySection {...props} />;
    case "paid":
      return <PaidSection {...props} />;
    case "disabled":
      return <DisabledSection {...props} />;
    case "unavailable":
      return <UnavailableSection {...props} />;
  }
}
