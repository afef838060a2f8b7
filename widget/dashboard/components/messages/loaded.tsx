import type { UseQueryResult } from "@tanstack/react-query";
import { ErrorState, Skeleton } from "./states.tsx";

type LoadedProps<Data> = {
  query: UseQueryResult<Data>;
  /** Of the placeholder, in characters. */
  width?: number;
  placeholder?: React.ReactNode;
  children: (data: Data) => React.ReactNode;
};

/** What is loaded on its own: a placeholder, or why it could not be loaded, and then what it shows. */
export function Loaded<Data>({ query, width = 30, placeholder, children }: LoadedProps<Data>) {
  if (query.data !== undefined) return children(query.data);
  if (query.isError) return <ErrorState error={query.error} onRetry={() => void query.refetch()} />;
  return placeholder ?? <Skeleton width={width} />;
}
