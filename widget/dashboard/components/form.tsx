import { useEffect, useMemo, useRef, useState } from "react";
import { Form as AriaForm } from "react-aria-components/Form";
import { ApiError } from "../api/api-error.ts";
import { words } from "../texts/words.ts";
import { describeError } from "./describe-error.ts";
import { Notice } from "./notice.tsx";
import "./form.css";

type FormProps = {
  /** Called with the text of each named field; what is not filled in is "". */
  onSubmit: (values: Record<string, string>) => void;
  /** The last refusal: its details go to the fields of these names, the rest is shown above the fields. */
  error?: Error | null;
  /** The fields, and then a FormActions. */
  children: React.ReactNode;
};

/** Fields that are sent together. */
export function Form({ onSubmit, error, children }: FormProps) {
  const form = useRef<HTMLFormElement>(null);
  const details = error instanceof ApiError ? error.details : noDetails;
  const [elsewhere, setElsewhere] = useState<string[]>([]);
  // A field's error goes when somebody types, not when they leave it for the button, which would move away from under
  // the pointer.
  const [typed, setTyped] = useState<{ after?: unknown; names: string[] }>({ names: [] });
  const shown = useMemo(() => {
    if (typed.after !== error) return details;
    return Object.fromEntries(Object.entries(details).filter(([name]) => !typed.names.includes(name)));
  }, [details, error, typed]);
  useEffect(() => {
    const has = (name: string) => form.current?.querySelector(`[name="${CSS.escape(name)}"]`) != null;
    setElsewhere(Object.entries(details).flatMap(([name, rule]) => (has(name) ? [] : [`${name}: ${rule}`])));
    // Once the fields have taken their errors over.
    const frame = requestAnimationFrame(() => {
      form.current?.querySelector<HTMLElement>("[aria-invalid=true], [data-invalid] button")?.focus();
    });
    return () => cancelAnimationFrame(frame);
  }, [details]);
  const forget = (target: EventTarget) => {
    const { name } = target as HTMLInputElement;
    if (name in shown)
      setTyped({ after: error, names: [...(typed.after === error ? typed.names : []), name] });
  };
  return (
    <AriaForm
      ref={form}
      className="form"
      validationErrors={shown}
      onSubmit={(event) => {
        event.preventDefault();
        const entries = [...new FormData(event.currentTarget)];
        const texts = entries.filter((entry): entry is [string, string] => typeof entry[1] === "string");
        onSubmit(Object.fromEntries(texts));
      }}
    >
      <div className="form-fields" onInput={({ target }) => forget(target)}>
        {error && <FormError error={error} elsewhere={elsewhere} />}
        {children}
      </div>
    </AriaForm>
  );
}

const noDetails: Record<string, string> = {};

/**
 * Why something was refused. `elsewhere` is what no field beside it says by itself; without it, everything that the
 * refusal names.
 */
export function FormError({ error, elsewhere }: { error: Error; elsewhere?: string[] }) {
  const details = error instanceof ApiError ? Object.entries(error.details) : [];
  if (details.length === 0) return <Notice kind="error">{describeError(error)}</Notice>;
  const shown = elsewhere ?? details.map(([name, rule]) => `${name}: ${rule}`);
  return (
    <Notice kind="error">
      {shown.length === 0 ? words.checkFields : shown.map((problem) => <p key={problem}>{problem}</p>)}
    </Notice>
  );
}

/** The buttons of a form, the main one first. */
export function FormActions({ children }: { children: React.ReactNode }) {
  return <div className="form-actions">{children}</div>;
}
