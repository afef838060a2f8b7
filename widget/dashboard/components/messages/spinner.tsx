import "./spinner.css";

/** Shows that something is in progress. */
export function Spinner() {
  return <span className="spinner" role="progressbar" aria-label="Loading…" />;
}
