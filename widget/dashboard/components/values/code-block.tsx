import { CopyButton } from "./copy-button.tsx";
import "./code-block.css";

type CodeBlockProps = {
  name: string;
  text: string;
  note?: React.ReactNode;
  /** Wraps long lines, so that a whole secret or body is visible; it is copied without the breaks. */
  isWrapped?: boolean;
};

/** A text exactly as it is, neither trimmed nor coloured. `name` is its heading, and the copy button's label. */
export function CodeBlock({ name, text, note, isWrapped = false }: CodeBlockProps) {
  return (
    <figure className="code-block">
      <figcaption className="code-block-head row note">
        <span>{name}</span>
        {note !== undefined && <span className="code-block-note">{note}</span>}
        <CopyButton text={text} what={name} />
      </figcaption>
      {/* Reached with Tab, so that it can be scrolled with the keyboard. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <pre
        tabIndex={0}
        translate="no"
        role="region"
        aria-label={name}
        className={isWrapped ? "code-block-wrapped" : undefined}
      >
        {text}
      </pre>
    </figure>
  );
}
