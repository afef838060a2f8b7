import { ApiError } from "../../api/api-error.ts";
import { words } from "../../texts/words.ts";
import { ButtonLink } from "./link.tsx";
import { PageHeader } from "./page-header.tsx";
import { EmptyState, ErrorState } from "../messages/states.tsx";

type FailedScreenProps = {
  title: string;
  text?: string;
  parent?: React.ReactNode;
  error: unknown;
  onRetry: () => void;
};

/** A screen whose subject could not be loaded; it still shows where one is. Stops asking for what does not exist. */
export function FailedScreen({ title, text, parent, error, onRetry }: FailedScreenProps) {
  const isThere = !(error instanceof ApiError && error.status === 404);
  return (
    <>
      <PageHeader title={title} text={text} parent={parent} />
      {isThere ? (
        <ErrorState error={error} onRetry={onRetry} />
      ) : (
        <div role="alert">
          <EmptyState
            icon="search"
            title={words.notFound.title}
            action={<ButtonLink to="/">{words.notFound.home}</ButtonLink>}
          >
            {words.notFound.text}
          </EmptyState>
        </div>
      )}
    </>
  );
}
