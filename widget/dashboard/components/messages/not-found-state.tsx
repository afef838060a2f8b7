import { ButtonLink } from "../layout/link.tsx";
import { EmptyState } from "./states.tsx";

/** Shown in place of what is not there; `isScreen`: there is nothing else on the screen. */
export function NotFoundState({ isScreen = false }: { isScreen?: boolean }) {
  return (
    <EmptyState
      icon="search"
      isScreen={isScreen}
      title="Page not found"
      action={<ButtonLink to="/">Go to Home</ButtonLink>}
    >
      It may have moved, or it belongs to another business or environment.
    </EmptyState>
  );
}
