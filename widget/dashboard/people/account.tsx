import { useSession } from "../api/session.ts";
import { Facts } from "../components/values/facts.tsx";
import { PageHeader } from "../components/layout/page-header.tsx";
import { Card } from "../components/layout/section.tsx";
import { Security } from "../factors/security.tsx";
import { Password } from "./password.tsx";
import { Sessions } from "../sessions/sessions.tsx";

export function Account() {
  const { person } = useSession();
  return (
    <>
      <PageHeader title="Your account" text="Your details, and how you sign in." />
      <Card>
        <Facts
          facts={[
            ["Name", person.name, "own"],
            ["Email", person.email],
          ]}
        />
      </Card>
      <Password email={person.email} />
      <Security />
      <Sessions />
    </>
  );
}
