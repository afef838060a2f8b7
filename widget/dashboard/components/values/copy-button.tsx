import { useEffect, useState } from "react";
import { IconButton } from "../forms/button.tsx";
import { copyText } from "./copy-text.ts";
import { toast } from "../messages/toasts.tsx";
import "./copy.css";

/** Copies a text, and confirms it for two seconds. `what` names it for screen readers. */
export function CopyButton({ text, what }: { text: string; what: string }) {
  const [isCopied, setCopied] = useState(false);
  useEffect(() => {
    if (!isCopied) return undefined;
    const timer = setTimeout(() => setCopied(false), 2_000);
    return () => clearTimeout(timer);
  }, [isCopied]);
  const copy = async () => {
    if (await copyText(text)) setCopied(true);
    else toast("Your browser couldn’t copy it. Select the text and copy it yourself.", "error");
  };
  return (
    <span className="copy-button">
      <IconButton icon={isCopied ? "check" : "copy"} label={`Copy ${what}`} onPress={() => void copy()} />
      <span className="visually-hidden" role="status">
        {isCopied ? "Copied" : ""}
      </span>
    </span>
  );
}

/** A reference, key or number in a code font, with its copy button. */
export function Copyable({ text, what }: { text: string; what: string }) {
  return (
    <span className="copyable">
      <code translate="no">{text}</code>
      <CopyButton text={text} what={what} />
    </span>
  );
}
