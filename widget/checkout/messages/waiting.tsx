/** @jsxImportSource preact */
import type { JSX } from "preact";
import { Section } from "../elements/section.tsx";

const spinner = () => <span class="spinner" aria-hidden="true" />;

export function StartingSection(): JSX.Element {
  return (
    <Section kind="starting" mark={spinner()} heading="Getting your account number">
      <p>This takes a few seconds.</p>
    </Section>
  );
}

export function ResumingSection(): JSX.Element {
  return (
    <Section kind="resuming" mark={spinner()} heading="Checking your payment">
      <p>This takes a few seconds.</p>
    </Section>
  );
}
