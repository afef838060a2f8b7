import { useLayoutEffect, useMemo, useRef, useState } from "react";
import { Form as AriaForm } from "react-aria-components/Form";
import { ApiError } from "../../api/api-error.ts";
import { Button } from "./button.tsx";
import { problemsOf } from "../messages/describe-error.ts";
import { ErrorText } from "../messages/error-text.tsx";
import { MustWait } from "../messages/must-wait.ts";
import { Notice } from "../messages/notice.tsx";
import { placeProblems } from "./place-problems.ts";
import { useUnsaved } from "./unsaved.ts";
import { ToVerification } from "../messages/to-verification.tsx";
import { useWait } from "../messages/use-wait.ts";

type FormProps = {
  /** Called with the text of each named field; "" for an empty one. */
  onSubmit: (values: Record<string, string>) => void;
  /** The last refusal: its details go to the fields they name, the rest above the fields. */
  error?: Error | null;
  /** Problems to show at fields of a form that was saved. */
  problems?: Record<string, string>;
  /** The fields, then the Actions. */
  children: React.ReactNode;
};

/** Fields that are sent together. */
export function Form({ onSubmit, error, problems, children }: FormProps) {
  const form = useRef<HTMLFormElement>(null);
  const [{ atFields, elsewhere }, setPlaced] = useState(nothing);
  // A field's error disappears on typing, not on leaving the field: the button would move away from under the pointer.
  const [typed, setTyped] = useState<{ after?: unknown; names: string[] }>({ names: [] });
  const [changed, setChanged] = useState<unknown>();
  const cause = error ?? problems;
  // Until it is sent, and again if that fails.
  const [isTyped, setIsTyped] = useState(false);
  useUnsaved(isTyped);
  const [isOneField, setOneField] = useState(false);
  const shown = useMemo(() => {
    if (typed.after !== cause) return atFields;
    return Object.fromEntries(Object.entries(atFields).filter(([name]) => !typed.names.includes(name)));
  }, [atFields, cause, typed]);
  // Before the refusal is painted: only the rendered form knows its fields.
  useLayoutEffect(() => {
    const named = [...(form.current?.querySelectorAll("[name]") ?? [])];
    const names = named.map((field) => field.getAttribute("name")!);
    setOneField(names.length === 1);
    const details = cause instanceof Error ? cause instanceof ApiError && cause.details : cause;
    setPlaced(details ? placeProblems(details, names) : nothing);
    if (!(cause instanceof Error)) return undefined;
    setIsTyped(true);
    // In the next frame, when the fields show their errors.
    const frame = requestAnimationFrame(() => {
      form.current?.querySelector<HTMLElement>("[aria-invalid=true], [data-invalid] button")?.focus();
    });
    return () => cancelAnimationFrame(frame);
  }, [cause]);
  // Another value may be sent at once, such as another address to sign in with.
  const isWaiting = useWait(error) > 0 && changed !== error;
  // With one field, the error at the field is enough.
  const isSaidThere = isOneField && elsewhere.length === 0 && Object.keys(atFields).length > 0;
  const forget = (target: EventTarget) => {
    setIsTyped(true);
    setChanged(error);
    const input = target as HTMLInputElement;
    const { name } = input;
    if (input.ariaInvalid === "true") requestAnimationFrame(() => takeBack(input));
    if (name in shown)
      setTyped({ after: cause, names: [...(typed.after === cause ? typed.names : []), name] });
  };
  return (
    <AriaForm
      ref={form}
      className="form"
      validationErrors={shown}
      // Problems with a saved form must not prevent saving it again.
      validationBehavior={problems === undefined ? "native" : "aria"}
      onSubmit={(event) => {
        event.preventDefault();
        // While it is pending, the button submits nothing. Browsers still submit a form of one field on Enter.
        if ((event.nativeEvent as SubmitEvent).submitter === null) return;
        setIsTyped(false);
        const entries = [...new FormData(event.currentTarget)];
        const texts = entries.filter((entry): entry is [string, string] => typeof entry[1] === "string");
        onSubmit(Object.fromEntries(texts));
      }}
    >
      <div className="stack" onInput={({ target }) => forget(target)}>
        {error && !isSaidThere && <FormError error={error} elsewhere={elsewhere} />}
        <MustWait value={isWaiting}>{children}</MustWait>
      </div>
    </AriaForm>
  );
}

/** Revalidates a corrected field at once; by default that happens when the person leaves it. */
function takeBack(input: HTMLInputElement) {
  if (input.validity?.valid) input.dispatchEvent(new Event("change", { bubbles: true }));
}

const nothing: ReturnType<typeof placeProblems> = { atFields: {}, elsewhere: [] };

/** Why something was refused. `elsewhere`: what no field shows; without it, everything in the refusal. */
export function FormError({ error, elsewhere }: { error: Error; elsewhere?: string[] }) {
  const problems = error instanceof ApiError ? problemsOf(error) : [];
  if (problems.length === 0) {
    const isUnverified = error instanceof ApiError && error.code === "KYB_LIVE_REQUIRED";
    return (
      <Notice kind="error" action={isUnverified && <ToVerification />}>
        <ErrorText error={error} />
      </Notice>
    );
  }
  const shown = elsewhere ?? problems;
  return (
    <Notice kind="error">
      {shown.length === 0
        ? "Check the fields below."
        : shown.map((problem) => <p key={problem}>{problem}</p>)}
    </Notice>
  );
}

type SubmitProps = {
  change: { isPending: boolean; isSuccess?: boolean };
  autoFocus?: boolean;
  children: string;
};

/** The only button of a form: it sends the form, and waits for the next page. */
export function Submit({ change, autoFocus = false, children }: SubmitProps) {
  return (
    <Actions>
      <Button
        kind="primary"
        type="submit"
        isPending={change.isPending || change.isSuccess}
        autoFocus={autoFocus}
      >
        {children}
      </Button>
    </Actions>
  );
}

/** The buttons of a form, the main one first; of a dialog, the main one last. */
export function Actions({ children }: { children: React.ReactNode }) {
  return <div className="actions wrap">{children}</div>;
}
