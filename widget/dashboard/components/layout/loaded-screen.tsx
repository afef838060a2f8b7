import type { UseQueryResult } from "@tanstack/react-query";
import { ScreenSkeleton } from "../messages/states.tsx";
import { FailedScreen } from "./failed-screen.tsx";
import { PageHeader, type PageHeaderProps } from "./page-header.tsx";

type LoadedScreenProps<Data> = PageHeaderProps & {
  query: UseQueryResult<Data>;
  children: (data: Data) => React.ReactNode;
};

/** A screen under a title that is known before: its outline, or why it could not be loaded, and then its parts. */
export function LoadedScreen<Data>({ query, children, ...header }: LoadedScreenProps<Data>) {
  if (query.data === undefined && query.isError) {
    const { title, text, parent } = header;
    return (
      <FailedScreen
        title={title}
        text={text}
        parent={parent}
        error={query.error}
        onRetry={() => void query.refetch()}
      />
    );
  }
  return (
    <>
      <PageHeader {...header} />
      {query.data === undefined ? <ScreenSkeleton hasTitle /> : children(query.data)}
    </>
  );
}
