import { Button } from "../components/forms/button.tsx";
import { PageHeader } from "../components/layout/page-header.tsx";
import { EmptyState } from "../components/messages/states.tsx";
import { ReviewsWaiting } from "../home/reviews-waiting.tsx";
import { useSession } from "../api/session.ts";
import { shellTexts } from "../texts/shell.ts";

const texts = shellTexts.merchant;

/** In place of every screen of a business, for a person who belongs to none. */
export function NoMerchant({ onAdd }: { onAdd: () => void }) {
  const { isReviewer } = useSession();
  return (
    <>
      <PageHeader title={shellTexts.screens.home} />
      <ReviewsWaiting />
      <div className="list-empty">
        <EmptyState
          icon="home"
          title={texts.noneTitle}
          action={
            <Button kind="primary" icon="plus" onPress={onAdd}>
              {texts.add}
            </Button>
          }
        >
          <p>{texts.noneText}</p>
          {isReviewer && <p>{texts.noneReviewer}</p>}
        </EmptyState>
      </div>
    </>
  );
}
