/** @jsxImportSource preact */
import type { JSX } from "preact";
import { Mark } from "../elements/mark.tsx";

/** There is no such link, so there is nothing more to show. */
export function UnknownLink(): JSX.Element {
  return (
    <main class="card">
      <div class="view outcome">
        <Mark color="attention" icon="alert" />
        <h1>We can’t find this payment link</h1>
        <p>
          Part of the link may be missing. Open it again from the message it came in, or ask the person who
          sent it for a new one.
        </p>
      </div>
    </main>
  );
}

/** The page is not available now. */
export function BusyPage(): JSX.Element {
  return (
    <main class="card">
      <div class="view outcome">
        <Mark color="attention" icon="clock" />
        <h1>We can’t show this page right now</h1>
        <p>If you have sent a transfer already, it is safe. Try again in a minute.</p>
        <a class="primary" href="">
          Try again
        </a>
      </div>
    </main>
  );
}
