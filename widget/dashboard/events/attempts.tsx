import { keepPreviousData, queryOptions, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { api, dataOf } from "../api/client.ts";
import type { EventWithAttempts } from "../api/types.ts";
import { Button } from "../components/forms/button.tsx";
import { FormError } from "../components/forms/form.tsx";
import "../components/lists/list.css";

/** How many attempts come with an event. */
const NEWEST = 10;

/** All stored attempts of an event: at most a hundred, which is one page. */
const allAttemptsQuery = ({ environment, reference, delivery }: EventWithAttempts) =>
  queryOptions({
    // A further attempt changes the list.
    queryKey: [environment, "events", reference, "attempts", { count: delivery.attempts }],
    queryFn: ({ signal }) => {
      const params = { path: { environment, reference }, query: { limit: 100 } };
      return dataOf(api.GET("/{environment}/events/{reference}/attempts", { params, signal }));
    },
    placeholderData: keepPreviousData,
  });

/** The attempts to deliver an event, newest first: those that come with it, and after a press of `older`, all. */
export function useAttempts(event: EventWithAttempts) {
  const [showsAll, setShowsAll] = useState(false);
  const all = useQuery({ ...allAttemptsQuery(event), enabled: showsAll });
  const attempts = all.data ?? event.attempts;
  const isComplete = all.data !== undefined || event.attempts.length < NEWEST;
  const older = isComplete ? null : (
    <div className="list-pages">
      {all.error && <FormError error={all.error} />}
      <Button
        size="small"
        isPending={all.isFetching}
        onPress={() => (showsAll ? void all.refetch() : setShowsAll(true))}
      >
        Show older attempts
      </Button>
    </div>
  );
  return { attempts, older };
}
