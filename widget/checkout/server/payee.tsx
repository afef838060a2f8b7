/// <reference lib="es2022.intl" />
/** @jsxImportSource preact */
import type { JSX } from "preact";
import { Untranslated } from "../elements/words.tsx";
import type { CheckoutLink } from "../page-facts.ts";

/** Who is paid, and for what. It never changes, so the browser's script leaves it alone. */
export function Payee({ link }: { link: CheckoutLink }): JSX.Element {
  const { merchantName, title, environment, status } = link;
  return (
    <>
      <header class="payee">
        <span class="monogram" aria-hidden="true">
          {initialOf(merchantName)}
        </span>
        <div>
          <p class="merchant" dir="auto" translate={false}>
            {merchantName}
          </p>
          <h1 dir="auto">{title}</h1>
        </div>
      </header>
      {environment === "test" && <TestBanner />}
      {status === "active" && (
        <noscript>
          <p class="notice">
            Paying here needs JavaScript. Turn it on and reload this page, or ask{" "}
            <Untranslated>{merchantName}</Untranslated> for another way to pay.
          </p>
        </noscript>
      )}
    </>
  );
}

function TestBanner(): JSX.Element {
  return (
    <p class="test-banner">
      <strong>TEST</strong> Test mode: no real money moves
    </p>
  );
}

/** The first letter as people see it, with its accents. */
function initialOf(name: string): string {
  const [first] = new Intl.Segmenter("en-NG").segment(name.trim());
  return first?.segment.toLocaleUpperCase("en-NG") ?? "";
}
