import { Button } from "../components/button.tsx";
import { PageHeader } from "../components/page-header.tsx";
import { EmptyState } from "../components/states.tsx";
import { useSession } from "../api/session.ts";
import { shellTexts } from "../texts/shell.ts";

const texts = shellTexts.merchant;

/** In place of every screen of a business, for a person who belongs to none. */
export function NoMerchant({ onAdd }: { onAdd: () => void }) {
  const { isReviewer } = useSession();
  return (
    <>
      <PageHeader title={shellTexts.screens.home} />
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
