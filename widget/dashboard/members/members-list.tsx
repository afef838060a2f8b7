import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useSession } from "../api/session.ts";
import type { Member } from "../api/types.ts";
import { Badge } from "../components/values/badge.tsx";
import { Button } from "../components/forms/button.tsx";
import { DescriptionList } from "../components/values/description-list.tsx";
import { List, type Column } from "../components/lists/list.tsx";
import { MoreMenu } from "../components/layout/menu.tsx";
import { PageHeader } from "../components/layout/page-header.tsx";
import { Section } from "../components/layout/section.tsx";
import { Time } from "../components/values/time.tsx";
import { memberTexts as texts, roleTexts } from "../texts/members.ts";
import { InviteDialog } from "./invite-dialog.tsx";
import { ChangeRole, LeaveMerchant } from "./member-dialogs.tsx";
import { RemoveMember } from "./remove-member.tsx";
import { membersQuery } from "./members-queries.ts";
import { OpenInvitations } from "./open-invitations.tsx";
import "./members.css";

type Open = { what: "role" | "remove" | "leave"; member: Member } | { what: "invite" };

export function MembersList() {
  const { person, merchant } = useSession();
  const isOwner = merchant?.role === "owner";
  const members = useQuery({ ...membersQuery, select: (items) => ({ items, nextCursor: undefined }) });
  const [open, setOpen] = useState<Open>();
  const close = () => setOpen(undefined);

  const actions: Column<Member> = {
    heading: texts.actions,
    isActions: true,
    cell: (member) => {
      const isYou = member.reference === person.reference;
      const leave = { text: texts.leave, isDanger: true, onAction: () => setOpen({ what: "leave", member }) };
      const items = [
        ...(isOwner ? [{ text: texts.changeRole, onAction: () => setOpen({ what: "role", member }) }] : []),
        ...(isOwner && !isYou
          ? [{ text: texts.remove, isDanger: true, onAction: () => setOpen({ what: "remove", member }) }]
          : []),
        ...(isYou ? [leave] : []),
      ];
      return items.length > 0 && <MoreMenu label={texts.moreOf(member.name)} items={items} />;
    },
  };
  return (
    <>
      <PageHeader
        title={texts.title}
        text={texts.text}
        actions={
          isOwner && (
            <Button kind="primary" icon="plus" onPress={() => setOpen({ what: "invite" })}>
              {texts.invite}
            </Button>
          )
        }
      />
      <List
        caption={texts.caption}
        page={members}
        columns={[...columnsFor(person.reference), actions]}
        keyOf={({ reference }) => reference}
        empty={null}
      />
      <OpenInvitations canRevoke={isOwner} />
      <Section title={texts.rolesTitle}>
        <DescriptionList entries={Object.values(roleTexts).map(({ name, text }) => [name, text] as const)} />
      </Section>
      {open?.what === "invite" && <InviteDialog onClose={close} />}
      {open?.what === "role" && (
        <ChangeRole member={open.member} isYou={open.member.reference === person.reference} onClose={close} />
      )}
      {open?.what === "remove" && <RemoveMember member={open.member} onClose={close} />}
      {open?.what === "leave" && <LeaveMerchant onClose={close} />}
    </>
  );
}

const columnsFor = (you: string): Column<Member>[] => [
  {
    heading: texts.person,
    isMain: true,
    isWide: true,
    cell: ({ reference, name, email }) => (
      <div className="members-person">
        <span className="members-name">
          <bdi>{name}</bdi>
          {reference === you && <Badge>{texts.you}</Badge>}
        </span>
        <span className="members-email">{email}</span>
      </div>
    ),
  },
  { heading: texts.role, cell: ({ role }) => roleTexts[role].name },
  {
    heading: texts.security,
    isNamed: true,
    cell: ({ hasSecondFactor }) =>
      hasSecondFactor ? (
        <Badge colour="green">{texts.hasFactor}</Badge>
      ) : (
        <Badge colour="amber">{texts.noFactor}</Badge>
      ),
  },
  { heading: texts.since, isExtra: true, cell: ({ since }) => <Time at={since} isReal /> },
];
