/** @jsxImportSource preact */
import type { JSX } from "preact";
import { Untranslated, Words } from "../elements/words.tsx";
import type { CheckoutLink } from "../page-facts.ts";

export type FieldProps = {
  link: CheckoutLink;
  /** What the field holds at first. */
  first: string | undefined;
  error: string | undefined;
  onInput: (event: { currentTarget: HTMLInputElement }) => void;
};

/** Who pays, if the merchant does not know it yet. */
export function EmailField({ link, first, error, onInput }: FieldProps): JSX.Element {
  return (
    <div class="field">
      <label for="email">Email</label>
      <input
        id="email"
        // Not "email": some browsers change what was typed there, ìwé.ng to xn--w-bgah.ng.
        type="text"
        autocomplete="email"
        inputmode="email"
        autocapitalize="none"
        spellcheck={false}
        required
        placeholder="you@example.com"
        defaultValue={first}
        aria-describedby="email-hint email-error"
        aria-invalid={error === undefined ? undefined : "true"}
        onInput={onInput}
      />
      <p class="hint" id="email-hint">
        So that <Untranslated>{link.merchantName}</Untranslated> knows who paid.
      </p>
      <p class="error" id="email-error">
        {error && <Words>{error}</Words>}
      </p>
    </div>
  );
}
