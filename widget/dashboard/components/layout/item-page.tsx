import type { UseQueryResult } from "@tanstack/react-query";
import { FailedScreen } from "./failed-screen.tsx";
import { NotRefreshed } from "../messages/not-refreshed.tsx";
import { ScreenSkeleton, Skeleton } from "../messages/states.tsx";
import { PageHeader } from "./page-header.tsx";

type ItemPageProps<Item> = {
  query: UseQueryResult<Item>;
  /** What the page is called until the item is loaded, or where it could not be. */
  title: string;
  /** The link to the list that the item stands in. */
  parent: React.ReactNode;
  children: (item: Item) => React.ReactNode;
};

/** The page of one item, once it is loaded; until then the way back and its outline, or why it could not be loaded. */
export function ItemPage<Item>({ query, title, parent, children }: ItemPageProps<Item>) {
  if (query.data !== undefined)
    return (
      <>
        <NotRefreshed query={query} />
        {children(query.data)}
      </>
    );
  if (!query.isError) {
    const heading = (
      <>
        <span className="visually-hidden">{title}</span>
        <Skeleton width={12} />
      </>
    );
    return (
      <>
        <PageHeader title={title} heading={heading} parent={parent} />
        <ScreenSkeleton hasTitle />
      </>
    );
  }
  return (
    <FailedScreen title={title} parent={parent} error={query.error} onRetry={() => void query.refetch()} />
  );
}
