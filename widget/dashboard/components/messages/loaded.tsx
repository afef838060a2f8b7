import type { UseQueryResult } from "@tanstack/react-query";
import { ErrorState, Skeleton } from "./states.tsx";

type LoadedProps<Data> = {
  query: UseQueryResult<Data>;
  /** The placeholder's width in characters. */
  width?: number;
  placeholder?: React.ReactNode;
  children: (data: Data) => React.ReactNode;
};

/** Data with its own loading: a placeholder or the error, and then the children. */
export function Loaded<Data>({ query, width = 30, placeholder, children }: LoadedProps<Data>) {
  if (query.data !== undefined) return children(query.data);
  if (query.isError) return <ErrorState error={query.error} onRetry={() => void query.refetch()} />;
  return placeholder ?? <Skeleton width={width} />;
}
