import { useState } from "react";
import { useSession } from "../api/session.ts";
import type { Member } from "../api/types.ts";
import { Button } from "../components/forms/button.tsx";
import { MoreMenu } from "../components/layout/menu.tsx";
import type { Column } from "../components/lists/list.tsx";
import { ListScreen } from "../components/lists/list-screen.tsx";
import { Badge } from "../components/values/badge.tsx";
import { Facts } from "../components/values/facts.tsx";
import { Time } from "../components/values/time.tsx";
import { ChangeRole, InviteDialog, LeaveMerchant } from "./member-dialogs.tsx";
import { membersQuery } from "./members-queries.ts";
import { OpenInvitations } from "./open-invitations.tsx";
import { RemoveMember } from "./remove-member.tsx";
import { roleTexts } from "./roles.ts";

type Open = { what: "role" | "remove" | "leave"; member: Member } | { what: "invite" };

export function MembersList() {
  const { person, merchant } = useSession();
  const isOwner = merchant?.role === "owner";
  const [open, setOpen] = useState<Open>();
  const close = () => setOpen(undefined);

  const actions: Column<Member> = {
    heading: "Actions",
    isActions: true,
    cell: (member) => {
      const isYou = member.reference === person.reference;
      const item = (what: "role" | "remove" | "leave", text: string) => ({
        text,
        isDanger: what !== "role",
        onAction: () => setOpen({ what, member }),
      });
      const items = [
        ...(isOwner ? [item("role", "Change role")] : []),
        ...(isOwner && !isYou ? [item("remove", "Remove from business")] : []),
        ...(isYou ? [item("leave", "Leave this business")] : []),
      ];
      return items.length > 0 && <MoreMenu label={`More for ${member.name}`} items={items} />;
    },
  };
  return (
    <ListScreen
      title="People and roles"
      text="Who has access to this business, and what they can do. Roles apply to test and live."
      actions={
        isOwner && (
          <Button kind="primary" icon="plus" onPress={() => setOpen({ what: "invite" })}>
            Invite someone
          </Button>
        )
      }
      caption="People of this business"
      query={() => membersQuery}
      columns={[...columnsFor(person.reference), actions]}
      icon="people"
      things="people"
    >
      <OpenInvitations canRevoke={isOwner} />
      <Facts
        title="What each role can do"
        facts={Object.values(roleTexts).map(({ name, text }) => [name, text])}
      />
      {open?.what === "invite" && <InviteDialog onClose={close} />}
      {open?.what === "role" && (
        <ChangeRole member={open.member} isYou={open.member.reference === person.reference} onClose={close} />
      )}
      {open?.what === "remove" && <RemoveMember member={open.member} onClose={close} />}
      {open?.what === "leave" && <LeaveMerchant onClose={close} />}
    </ListScreen>
  );
}

const columnsFor = (you: string): Column<Member>[] => [
  {
    heading: "Person",
    isMain: true,
    isWide: true,
    cell: ({ reference, name, email }) => (
      <>
        <p className="row">
          <bdi>{name}</bdi>
          {reference === you && <Badge>You</Badge>}
        </p>
        <p className="note truncate">{email}</p>
      </>
    ),
  },
  { heading: "Role", cell: ({ role }) => roleTexts[role].name },
  {
    heading: "Second factor",
    isNamed: true,
    cell: ({ hasSecondFactor }) => (
      <Badge colour={hasSecondFactor ? "green" : "amber"}>{hasSecondFactor ? "On" : "Off"}</Badge>
    ),
  },
  { heading: "Joined", isExtra: true, cell: ({ since }) => <Time at={since} isReal /> },
];
