import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useMay } from "../api/permissions.ts";
import { patch, useChange } from "../api/change.ts";
import type { PaymentLink } from "../api/types.ts";
import { collectionsColumns } from "../collections/collections-columns.tsx";
import { collectionsQuery } from "../collections/collections-queries.ts";
import { Button } from "../components/forms/button.tsx";
import { ConfirmDialog } from "../components/layout/dialog.tsx";
import { itemScreen } from "../components/layout/item-screen.tsx";
import { ActionLink } from "../components/layout/link.tsx";
import { Section } from "../components/layout/section.tsx";
import { itemsOf, ListSection } from "../components/lists/list-section.tsx";
import { Notice } from "../components/messages/notice.tsx";
import { Facts } from "../components/values/facts.tsx";
import { Metadata } from "../components/values/metadata.tsx";
import { Own } from "../components/values/text.tsx";
import { Timeline, type TimelineEntry } from "../components/values/timeline.tsx";
import { State } from "../components/values/badge.tsx";
import { LiveNeedsGateway } from "../verification/live-needs-gateway.tsx";
import { linkTypes, paymentLinkStates } from "./payment-link-states.ts";
import { paymentLinkQuery } from "./payment-links-queries.ts";
import { LinkQrCode } from "./qr-code.tsx";
import { ShareLink, useCanBePaid } from "./share-link.tsx";
import "./payment-links.css";

export const PaymentLinkPage = itemScreen({
  name: "Payment link",
  list: ["/$environment/payment-links", "Payment links"],
  query: paymentLinkQuery,
  useParts(link) {
    const { slug, title, status, url, customer } = link;
    const isPayable = useCanBePaid(link);
    const mayCollect = useMay("collect");
    return {
      title,
      heading: <Own>{title}</Own>,
      badge: <State of={paymentLinkStates[status]} />,
      actions: mayCollect && status !== "paid" ? <StatusButton link={link} /> : undefined,
      next: isPayable ? <NextStep link={link} /> : <LiveNeedsGateway />,
      main: (
        <>
          <ShareLink link={link} />
          <Timeline entries={timelineOf(link)} />
          <CollectionsOf link={link} />
          <Metadata of={link} />
        </>
      ),
      side: (
        <>
          {isPayable && (
            <Section title="QR code">
              <LinkQrCode url={url} name={slug} />
            </Section>
          )}
          <Facts
            title="Details"
            facts={[
              ["Amount", link.amount ?? "Customer’s choice"],
              ["Minimum", link.minAmount],
              ["Maximum", link.maxAmount],
              ["Type", linkTypes[link.linkType]],
              ["Customer", customer && [customer.name, customer.email].filter(Boolean).join(", "), "own"],
              ["Redirect URL", link.successRedirectUrl],
              ["Slug", slug, "copy"],
              ["Your reference", link.merchantReference, "copy"],
              ["Created", link.createdAt, "time"],
              ["Last updated", link.updatedAt, "time"],
            ]}
          />
        </>
      ),
    };
  },
});

/** What the state means, and what to do next. */
function NextStep({ link: { status } }: { link: PaymentLink }) {
  const mayCollect = useMay("collect");
  if (status === "active")
    return (
      <Notice title="This link is active">
        Share it with your customer. Payments appear below automatically.
      </Notice>
    );
  if (status === "disabled")
    return <Notice title="This link is disabled">Enable it to accept payments again.</Notice>;
  const create = mayCollect && <ActionLink to="/$environment/payment-links/new">Create link</ActionLink>;
  return (
    <Notice kind="success" title="This link has been paid" action={create}>
      This link no longer accepts payments.
    </Notice>
  );
}

/** What happened, newest first. */
function timelineOf({ status, createdAt, updatedAt }: PaymentLink): TimelineEntry[] {
  const present: Record<PaymentLink["status"], TimelineEntry> = {
    active: { icon: "link", colour: "blue", text: "Accepting payments" },
    paid: { icon: "check", colour: "green", text: "Paid", at: updatedAt },
    disabled: { icon: "close", text: "Disabled", at: updatedAt },
  };
  return [present[status], { icon: "plus", text: "Link created", at: createdAt }];
}

function StatusButton({ link: { environment, slug, status } }: { link: PaymentLink }) {
  const [isConfirming, setConfirming] = useState(false);
  const to = status === "disabled" ? "active" : "disabled";
  const change = useChange(
    () => patch("/{environment}/payment-links/{slug}", { environment, slug }, { status: to }),
    {
      reload: [[environment, "payment-links"]],
      done: (changed) => (changed.status === "disabled" ? "Link disabled" : "Link enabled"),
      onDone: () => setConfirming(false),
      // The dialog that confirms disabling shows it.
      saysRefusal: status === "disabled",
    },
  );
  if (status === "disabled")
    return (
      <Button isPending={change.isPending} onPress={() => change.mutate()}>
        Enable
      </Button>
    );
  return (
    <>
      <Button onPress={() => setConfirming(true)}>Disable</Button>
      <ConfirmDialog
        title="Disable this link?"
        action="Disable"
        isOpen={isConfirming}
        onClose={() => setConfirming(false)}
        change={change}
      >
        It won’t accept new payments until you enable it again. Payments in progress still go through.
      </ConfirmDialog>
    </>
  );
}

/** The newest; the collections list has the others. */
function CollectionsOf({ link: { environment, slug } }: { link: PaymentLink }) {
  const query = collectionsQuery(environment, { slug, limit: "10" });
  const hasMore = useQuery({ ...query, select: ({ nextCursor }) => nextCursor !== undefined });
  const all = hasMore.data && (
    <ActionLink to="/$environment/collections" search={{ slug }}>
      View all
    </ActionLink>
  );
  return (
    <ListSection
      title="Collections"
      text="Payments started from this link."
      actions={all}
      items={useQuery({ ...query, select: itemsOf })}
      columns={collectionsColumns.filter(({ isExtra }) => !isExtra)}
      to="/$environment/collections/$reference"
      none="No payments yet."
    />
  );
}
