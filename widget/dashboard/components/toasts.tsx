import { words } from "../texts/words.ts";
import { IconButton } from "./button.tsx";
import { Icon } from "./icon.tsx";
import { createStore, useStore } from "./store.ts";
import "./toasts.css";

type Toast = { id: number; kind: "success" | "error"; text: string };

const SHOWN_MS = 6_000;
const shown = createStore<Toast[]>([]);
let lastId = 0;

/** Says in a corner that something was done. What went wrong stays until it is dismissed. */
export function toast(text: string, kind: Toast["kind"] = "success"): void {
  const id = ++lastId;
  shown.set([...shown.get(), { id, kind, text }].slice(-3));
  if (kind === "success") setTimeout(() => dismiss(id), SHOWN_MS);
}

function dismiss(id: number): void {
  shown.set(shown.get().filter((each) => each.id !== id));
}

/** Where toasts appear; once, around all screens. */
export function Toasts() {
  const toasts = useStore(shown);
  return (
    <div className="toasts" role="status" aria-live="polite">
      {toasts.map(({ id, kind, text }) => (
        <div key={id} className={`toast toast-${kind}`}>
          <Icon name={kind === "success" ? "check" : "warning"} />
          <span className="toast-text">{text}</span>
          <IconButton icon="close" label={words.dismiss} onPress={() => dismiss(id)} />
        </div>
      ))}
    </div>
  );
}
