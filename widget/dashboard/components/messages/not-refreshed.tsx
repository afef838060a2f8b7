import type { UseQueryResult } from "@tanstack/react-query";
import { Button } from "../forms/button.tsx";
import { Time } from "../values/time.tsx";
import { Notice } from "./notice.tsx";

/** Above data that could not be reloaded: how old it is. */
export function NotRefreshed({ query }: { query: UseQueryResult }) {
  if (!query.isError || query.data === undefined) return null;
  return (
    <Notice
      kind="warning"
      action={
        <Button size="small" isPending={query.isFetching} onPress={() => void query.refetch()}>
          Try again
        </Button>
      }
    >
      Couldn’t refresh this. Last loaded <Time at={new Date(query.dataUpdatedAt).toISOString()} isReal />.
    </Notice>
  );
}
