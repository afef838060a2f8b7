import type { UseQueryResult } from "@tanstack/react-query";
import { FailedScreen } from "./failed-screen.tsx";
import { ScreenSkeleton } from "../messages/states.tsx";

type ItemPageProps<Item> = {
  query: UseQueryResult<Item>;
  /** What the page is called where the item could not be loaded. */
  title: string;
  /** The link to the list that the item stands in. */
  parent: React.ReactNode;
  children: (item: Item) => React.ReactNode;
};

/** The page of one item, as soon as it is loaded; until then its outline, or why it could not be loaded. */
export function ItemPage<Item>({ query, title, parent, children }: ItemPageProps<Item>) {
  if (query.data !== undefined) return children(query.data);
  if (!query.isError) return <ScreenSkeleton />;
  return (
    <FailedScreen title={title} parent={parent} error={query.error} onRetry={() => void query.refetch()} />
  );
}
