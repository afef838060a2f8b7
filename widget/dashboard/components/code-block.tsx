import { CopyButton } from "./copy-button.tsx";
import "./code-block.css";

/**
 * A text exactly as it is: nothing trimmed, wrapped or coloured. `name` is shown above it and names it for the copy
 * button.
 */
export function CodeBlock({ name, text, note }: { name: string; text: string; note?: React.ReactNode }) {
  return (
    <figure className="code-block">
      <figcaption className="code-block-head">
        <span>{name}</span>
        {note !== undefined && <span className="code-block-note">{note}</span>}
        <CopyButton text={text} what={name} />
      </figcaption>
      {/* Reached with Tab, so that it can be scrolled with the keyboard. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <pre tabIndex={0} role="region" aria-label={name}>
        {text}
      </pre>
    </figure>
  );
}
