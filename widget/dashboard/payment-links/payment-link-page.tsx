import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useParams } from "@tanstack/react-router";
import { useState } from "react";
import { api, dataOf } from "../api/client.ts";
import { useMay } from "../api/permissions.ts";
import type { PaymentLink } from "../api/types.ts";
import { collectionsColumns } from "../collections/collections-columns.tsx";
import { collectionsQuery } from "../collections/collections-queries.ts";
import { Button } from "../components/forms/button.tsx";
import { Copyable } from "../components/values/copy-button.tsx";
import { DescriptionList } from "../components/values/description-list.tsx";
import { ConfirmDialog } from "../components/layout/dialog.tsx";
import { ButtonLink } from "../components/layout/link.tsx";
import { List } from "../components/lists/list.tsx";
import { Money } from "../components/values/money.tsx";
import { Notice } from "../components/messages/notice.tsx";
import { ToList } from "../components/layout/to-list.tsx";
import { PageHeader } from "../components/layout/page-header.tsx";
import { Columns, Section } from "../components/layout/section.tsx";
import { ItemPage } from "../components/layout/item-page.tsx";
import { Time } from "../components/values/time.tsx";
import { Timeline, type TimelineEntry } from "../components/values/timeline.tsx";
import { toast } from "../components/messages/toasts.tsx";
import { useEnvironment } from "../shell/environment.ts";
import { paymentLinkTexts } from "../texts/payment-links.ts";
import { LiveNeedsGateway } from "../verification/live-needs-gateway.tsx";
import { PaymentLinkStatus } from "./payment-link-status.tsx";
import { paymentLinkQuery } from "./payment-links-queries.ts";
import { QrCode } from "./qr-code.tsx";
import { ShareLink, useCanBePaid } from "./share-link.tsx";
import "./payment-links.css";

const texts = paymentLinkTexts.page;
const toList = <ToList to="/$environment/payment-links">{paymentLinkTexts.title}</ToList>;

export function PaymentLinkPage() {
  const environment = useEnvironment();
  const { slug } = useParams({ from: "/$environment/payment-links/$slug" });
  const link = useQuery(paymentLinkQuery(environment, slug));
  return (
    <ItemPage query={link} title={paymentLinkTexts.one} parent={toList}>
      {(found) => <PaymentLinkDetails link={found} />}
    </ItemPage>
  );
}

function PaymentLinkDetails({ link }: { link: PaymentLink }) {
  const { slug, title, status, url } = link;
  const isPayable = useCanBePaid(link);
  const mayCollect = useMay("collect");
  return (
    <>
      <PageHeader
        title={title}
        heading={
          <span dir="auto" translate="no">
            {title}
          </span>
        }
        badge={<PaymentLinkStatus status={status} />}
        parent={toList}
        actions={mayCollect && status !== "paid" ? <StatusButton link={link} /> : undefined}
      />
      {isPayable ? <NextStep link={link} /> : <LiveNeedsGateway />}
      <Columns
        main={
          <>
            <ShareLink link={link} />
            <Section title={texts.timeline}>
              <Timeline entries={timelineOf(link)} />
            </Section>
            <CollectionsOf slug={slug} />
          </>
        }
        side={
          <>
            {isPayable && (
              <Section title={texts.qr}>
                <QrCode url={url} name={slug} />
              </Section>
            )}
            <Section title={texts.details}>
              <Facts link={link} />
            </Section>
          </>
        }
      />
    </>
  );
}

/** What the state means for whoever reads it, and what to do next. */
function NextStep({ link: { environment, status } }: { link: PaymentLink }) {
  const mayCollect = useMay("collect");
  const { title, text } = texts.next[status];
  const create = mayCollect && status === "paid" && (
    <ButtonLink size="small" to="/$environment/payment-links/new" params={{ environment }}>
      {paymentLinkTexts.create}
    </ButtonLink>
  );
  return (
    <Notice kind={status === "paid" ? "success" : "info"} title={title} action={create}>
      {text}
    </Notice>
  );
}

/** What happened, the newest first. */
function timelineOf({ status, createdAt, updatedAt }: PaymentLink): TimelineEntry[] {
  const { events } = texts;
  const present: Record<PaymentLink["status"], TimelineEntry> = {
    active: { icon: "link", colour: "blue", text: events.active },
    paid: { icon: "check", colour: "green", text: events.paid, at: updatedAt },
    disabled: { icon: "close", text: events.disabled, at: updatedAt },
  };
  return [present[status], { icon: "plus", text: events.created, at: createdAt }];
}

function Facts({ link }: { link: PaymentLink }) {
  const { slug, amount, minAmount, maxAmount, linkType, customer, successRedirectUrl, createdAt, updatedAt } =
    link;
  return (
    <DescriptionList
      entries={[
        [texts.amount, amount ? <Money key="amount" {...amount} /> : paymentLinkTexts.openAmount],
        [texts.least, minAmount && <Money key="least" {...minAmount} />],
        [texts.most, maxAmount && <Money key="most" {...maxAmount} />],
        [texts.takes, paymentLinkTexts.linkTypes[linkType]],
        [
          texts.customer,
          customer && (
            <span key="customer" dir="auto" translate="no">
              {[customer.name, customer.email].filter(Boolean).join(", ")}
            </span>
          ),
        ],
        [texts.redirect, successRedirectUrl],
        [texts.slug, <Copyable key="slug" text={slug} what={texts.slug} />],
        [texts.created, <Time key="created" at={createdAt} isFull />],
        [texts.updated, <Time key="updated" at={updatedAt} isFull />],
      ]}
    />
  );
}

function StatusButton({ link: { environment, slug, status } }: { link: PaymentLink }) {
  const queryClient = useQueryClient();
  const [isAsking, setAsking] = useState(false);
  const change = useMutation({
    mutationFn: (to: "active" | "disabled") =>
      dataOf(
        api.PATCH("/{environment}/payment-links/{slug}", {
          params: { path: { environment, slug } },
          body: { status: to },
        }),
      ),
    onSuccess: async (changed) => {
      setAsking(false);
      await queryClient.invalidateQueries({ queryKey: [environment, "payment-links"] });
      toast(changed.status === "disabled" ? texts.disabled : texts.enabled);
    },
    // The dialog that asks before it is disabled says it by itself.
    onError: (error) => status === "disabled" && toast(error),
  });
  if (status === "disabled")
    return (
      <Button isPending={change.isPending} onPress={() => change.mutate("active")}>
        {texts.enable}
      </Button>
    );
  return (
    <>
      <Button onPress={() => setAsking(true)}>{texts.disable}</Button>
      <ConfirmDialog
        title={texts.disableTitle}
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        action={texts.disable}
        isPending={change.isPending}
        error={change.error}
        onConfirm={() => change.mutate("disabled")}
      >
        {texts.disableText}
      </ConfirmDialog>
    </>
  );
}

function CollectionsOf({ slug }: { slug: string }) {
  const environment = useEnvironment();
  const page = useQuery({
    ...collectionsQuery(environment, { slug, limit: "10" }),
    // Their own list has the other pages.
    select: ({ items, nextCursor }) => ({ items, nextCursor: undefined, hasMore: nextCursor !== undefined }),
  });
  return (
    <Section
      title={texts.collections}
      text={texts.collectionsText}
      actions={
        page.data?.hasMore && (
          <ButtonLink size="small" to="/$environment/collections" params={{ environment }} search={{ slug }}>
            {texts.all}
          </ButtonLink>
        )
      }
    >
      {page.data?.items.length === 0 ? (
        <p className="list-soft">{texts.noCollections}</p>
      ) : (
        <List
          caption={texts.collections}
          page={page}
          columns={collectionsColumns.filter(({ isExtra }) => !isExtra)}
          keyOf={({ reference }) => reference}
          linkTo={({ reference }) => ({
            to: "/$environment/collections/$reference",
            params: { environment, reference },
          })}
          empty={texts.noCollections}
        />
      )}
    </Section>
  );
}
