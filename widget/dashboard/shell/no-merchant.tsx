import { Button } from "../components/forms/button.tsx";
import { PageHeader } from "../components/layout/page-header.tsx";
import { EmptyState } from "../components/messages/states.tsx";
import { ReviewsWaiting } from "../home/reviews-waiting.tsx";
import { useSession } from "../api/session.ts";

/** Shown instead of a business's screens to a person who belongs to none. */
export function NoMerchant({ onAdd }: { onAdd: () => void }) {
  const { isReviewer } = useSession();
  return (
    <>
      <PageHeader title="Home" />
      <ReviewsWaiting />
      <div className="list-empty">
        <EmptyState
          icon="home"
          title="You don’t belong to a business yet"
          action={
            <Button kind="primary" icon="plus" onPress={onAdd}>
              Add a business
            </Button>
          }
        >
          <p>Add yours, or ask an owner to invite you. Invitations arrive by email.</p>
          {isReviewer && <p>Find businesses to review under Verifications.</p>}
        </EmptyState>
      </div>
    </>
  );
}
