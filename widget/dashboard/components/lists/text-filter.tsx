import { useEffect, useState } from "react";
import { words } from "../../texts/words.ts";
import { TextField } from "../forms/fields.tsx";
import { FilterOf, useFilters } from "./filters.tsx";

type TextFilterProps = {
  /** The parameter in the URL and the API. */
  name: string;
  label: string;
  placeholder: string;
  /** What the API takes; nothing else is asked for. */
  pattern: RegExp;
  /** Said beside what the pattern does not know. */
  rule: string;
  /** A text that fits the pattern is applied at once. Otherwise it is with Enter, or when the field is left. */
  isWhole?: boolean;
};

/** A filter by a text that somebody types or pastes. */
export function TextFilter({ name, label, placeholder, pattern, rule, isWhole = false }: TextFilterProps) {
  const { search, change } = useFilters();
  const applied = search[name];
  const [text, setText] = useState(applied ?? "");
  const typed = text.trim();
  const isKnown = pattern.test(typed);
  // Cleared together with the other filters, or with the browser's Back.
  useEffect(() => setText(applied ?? ""), [applied]);
  const apply = (next: string) => {
    if (next !== (applied ?? "") && (next === "" || pattern.test(next))) change({ [name]: next });
  };
  return (
    <FilterOf names={[name]}>
      <TextField
        label={label}
        placeholder={placeholder}
        value={text}
        onChange={(next) => {
          setText(next);
          if (isWhole || next === "") apply(next.trim());
        }}
        onBlur={() => apply(typed)}
        onKeyDown={({ key }) => key === "Enter" && apply(typed)}
        isCode
        validationBehavior="aria"
        validate={() => (typed === "" || isKnown ? null : rule)}
      />
    </FilterOf>
  );
}

/** A filter by a whole reference, as soon as one was typed or pasted. `prefix` is that of the list's references. */
export function ReferenceFilter({ prefix }: { prefix: string }) {
  return (
    <TextFilter
      name="reference"
      label={words.reference}
      placeholder={`${prefix}_…`}
      pattern={wholeReference(prefix)}
      rule={words.wholeReference(prefix)}
      isWhole
    />
  );
}

/** What a whole reference with one of these prefixes looks like. */
export const wholeReference = (...prefixes: string[]) =>
  new RegExp(`^(${prefixes.join("|")})_[0-7][0-9a-hjkmnp-tv-z]{25}$`);

/** What a payment link's slug looks like. */
export const wholeSlug = /^[\w-]{12,64}$/;
