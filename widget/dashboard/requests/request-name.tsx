import { Fragment } from "react";
import type { LoggedRequest } from "../api/types.ts";
import "./requests.css";

/** The method and the path of a request. A long path goes on in the next line after a slash, not within a word. */
export function RequestName({ method, path }: Pick<LoggedRequest, "method" | "path">) {
  return (
    <>
      <span className="requests-method note">{method}</span>{" "}
      <code translate="no">
        {path.split("/").map((part, index) => (
          <Fragment key={index}>
            {index > 0 && "/"}
            {index > 1 && <wbr />}
            {part}
          </Fragment>
        ))}
      </code>
    </>
  );
}
