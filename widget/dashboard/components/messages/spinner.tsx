import "./spinner.css";

/** Says that something is under way. */
export function Spinner() {
  return <span className="spinner" role="progressbar" aria-label="Loading…" />;
}
