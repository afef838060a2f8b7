import { useState } from "react";
import { ApiError } from "../../api/api-error.ts";
import { tryAgainIn, tryAgainNow } from "./error-texts.ts";
import { describeError } from "./describe-error.ts";
import { useWait } from "./use-wait.ts";

/**
 * A readable text for an error, and when to try again if the service says so. The countdown is visual: screen readers
 * read the whole wait once, and then that it is over.
 */
export function ErrorText({ error }: { error: unknown }) {
  const left = useWait(error);
  const text = describeError(error);
  if (!(error instanceof ApiError) || error.retryAt === undefined) return text;
  if (left === 0) return `${text} ${tryAgainNow}`;
  return (
    <>
      {text}{" "}
      <span aria-hidden="true" translate="no">
        {tryAgainIn(left)}
      </span>
      <WholeWait key={error.retryAt} seconds={left} />
    </>
  );
}

function WholeWait({ seconds }: { seconds: number }) {
  const [text] = useState(() => tryAgainIn(seconds));
  return <span className="visually-hidden">{text}</span>;
}
