import { useQuery } from "@tanstack/react-query";
import { useSession } from "../api/session.ts";
import { ActionLink } from "../components/layout/link.tsx";
import { Notice } from "../components/messages/notice.tsx";
import { waitingQuery } from "../verification/verification-queries.ts";
import { countOf, MOST } from "./count-of.ts";

/** How many businesses wait for a review. Only reviewers see it, if any wait. */
export function ReviewsWaiting() {
  const { isReviewer } = useSession();
  const { data } = useQuery({ ...waitingQuery, enabled: isReviewer });
  if (data === undefined || data.waiting === 0) return null;
  const toReviews = <ActionLink to="/$environment/platform/verifications">Go to verifications</ActionLink>;
  return (
    <section className="home-attention" aria-label="Reviews">
      <Notice
        title={`${countOf(data.waiting, "business is", "businesses are", MOST)} waiting for review`}
        action={toReviews}
      >
        They can’t go live until a reviewer decides.
      </Notice>
    </section>
  );
}
