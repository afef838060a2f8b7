import { IconButton } from "../forms/button.tsx";
import { ErrorText } from "./error-text.tsx";
import { Icon } from "../values/icon.tsx";
import { createStore, useStore } from "../store.ts";
import "./toasts.css";

type Toast = { id: number; kind: "success" | "error"; message: string | Error };

const SHOWN_MS = 6_000;
const shown = createStore<Toast[]>([]);
let lastId = 0;

/** Shows a result in a corner. An error stays until it is dismissed. */
export function toast(
  message: Toast["message"],
  kind: Toast["kind"] = message instanceof Error ? "error" : "success",
): void {
  const id = ++lastId;
  shown.set([...shown.get(), { id, kind, message }].slice(-3));
  if (kind === "success") setTimeout(() => dismiss(id), SHOWN_MS);
}

function dismiss(id: number): void {
  shown.set(shown.get().filter((each) => each.id !== id));
}

/**
 * The toasts, once for all screens. They belong to the top layer: an open dialog hides everything else from screen
 * readers, and closes on a press outside it.
 */
export function Toasts() {
  const toasts = useStore(shown);
  return (
    <div className="toasts" role="status" aria-live="polite" data-react-aria-top-layer>
      {toasts.map(({ id, kind, message }) => (
        <div key={id} className={`toast toast-${kind}`}>
          <Icon name={kind === "success" ? "check" : "warning"} />
          <span className="toast-text">
            {message instanceof Error ? <ErrorText error={message} /> : message}
          </span>
          <IconButton icon="close" label="Dismiss" onPress={() => dismiss(id)} />
        </div>
      ))}
    </div>
  );
}
