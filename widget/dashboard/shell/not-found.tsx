import { ButtonLink } from "../components/layout/link.tsx";
import { EmptyState } from "../components/messages/states.tsx";
import { words } from "../texts/words.ts";

/** Shown where a path leads nowhere. */
export function NotFound() {
  return (
    <div className="not-found">
      <EmptyState
        icon="search"
        isScreen
        title={words.notFound.title}
        action={<ButtonLink to="/">{words.notFound.home}</ButtonLink>}
      >
        {words.notFound.text}
      </EmptyState>
    </div>
  );
}
