import { useQuery } from "@tanstack/react-query";
import { useSession } from "../api/session.ts";
import { ButtonLink } from "../components/layout/link.tsx";
import { Notice } from "../components/messages/notice.tsx";
import { useEnvironment } from "../shell/environment.ts";
import { homeTexts } from "../texts/home.ts";
import { waitingQuery } from "../verification/verification-queries.ts";

const texts = homeTexts.attention;

/** How many businesses wait for a reviewer. Only reviewers see it, and only while some wait. */
export function ReviewsWaiting() {
  const params = { environment: useEnvironment() };
  const { isReviewer } = useSession();
  const { data } = useQuery({ ...waitingQuery, enabled: isReviewer });
  if (data === undefined || data.waiting === 0) return null;
  return (
    <section className="home-attention" aria-label={texts.reviewsTitle}>
      <Notice
        title={texts.reviews(data.waiting, texts.most(data.waiting))}
        action={
          <ButtonLink size="small" to="/$environment/platform/verifications" params={params}>
            {texts.showReviews}
          </ButtonLink>
        }
      >
        {texts.reviewsText}
      </Notice>
    </section>
  );
}
