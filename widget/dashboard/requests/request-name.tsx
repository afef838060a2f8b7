import { Fragment } from "react";
import type { LoggedRequest } from "../api/types.ts";
import { Badge, type BadgeColour } from "../components/values/badge.tsx";
import "./requests.css";

/** A request's method and path. A long path breaks after a slash, not within a word. */
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

const colours: Record<string, BadgeColour> = { 2: "green", 3: "blue", 4: "amber", 5: "red" };

export function RequestStatus({ status }: { status: number }) {
  return <Badge colour={colours[Math.floor(status / 100)] ?? "grey"}>{status}</Badge>;
}
