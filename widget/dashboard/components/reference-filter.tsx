import { useEffect, useState } from "react";
import { words } from "../texts/words.ts";
import { TextField } from "./fields.tsx";
import { useFilters } from "./filters.tsx";

/** A filter by a whole reference, as soon as one was typed or pasted. `prefix` is that of the list's references. */
export function ReferenceFilter({ prefix }: { prefix: string }) {
  const { search, change } = useFilters();
  const applied = search["reference"];
  const [text, setText] = useState(applied ?? "");
  useEffect(() => {
    // Cleared together with the other filters.
    setText((typed) => applied ?? (isReference(prefix, typed.trim()) ? "" : typed));
  }, [applied, prefix]);
  const apply = (next: string) => {
    setText(next);
    const reference = next.trim();
    if (reference === "") change({ reference: undefined });
    else if (isReference(prefix, reference)) change({ reference });
  };
  return (
    <TextField
      label={words.reference}
      placeholder={`${prefix}_…`}
      value={text}
      onChange={apply}
      isCode
      isInvalid={text.trim() !== "" && !isReference(prefix, text.trim())}
    />
  );
}

const isReference = (prefix: string, text: string) =>
  text.startsWith(`${prefix}_`) && /^[a-z]+_[0-7][0-9a-hjkmnp-tv-z]{25}$/.test(text);
