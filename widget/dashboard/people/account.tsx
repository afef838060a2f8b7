import { useSession } from "../api/session.ts";
import { DescriptionList } from "../components/values/description-list.tsx";
import { PageHeader } from "../components/layout/page-header.tsx";
import { Card } from "../components/layout/section.tsx";
import { Security } from "../factors/security.tsx";
import { peopleTexts } from "../texts/people.ts";
import { shellTexts } from "../texts/shell.ts";
import { Password } from "./password.tsx";
import { Sessions } from "../sessions/sessions.tsx";

const texts = peopleTexts.account;

/** Who the person is, and how they sign in. */
export function Account() {
  const { person } = useSession();
  return (
    <>
      <PageHeader title={shellTexts.screens.account} text={texts.text} />
      <Card>
        <DescriptionList
          entries={[
            [
              texts.name,
              <span dir="auto" translate="no">
                {person.name}
              </span>,
            ],
            [texts.email, person.email],
          ]}
        />
      </Card>
      <Password email={person.email} />
      <Security />
      <Sessions />
    </>
  );
}
