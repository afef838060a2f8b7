import { ApiError } from "../../api/api-error.ts";
import { ErrorState } from "../messages/states.tsx";
import { NotFoundState } from "../messages/not-found-state.tsx";
import { PageHeader, type PageHeaderProps } from "./page-header.tsx";

type FailedScreenProps = Pick<PageHeaderProps, "title" | "text" | "parent"> & {
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
          <NotFoundState />
        </div>
      )}
    </>
  );
}
