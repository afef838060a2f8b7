import { NotFoundState } from "../components/messages/not-found-state.tsx";

/** Shown where a path leads nowhere. */
export function NotFound() {
  return (
    <div className="not-found">
      <NotFoundState isScreen />
    </div>
  );
}
