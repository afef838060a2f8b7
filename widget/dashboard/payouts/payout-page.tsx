import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useParams } from "@tanstack/react-router";
import { useState } from "react";
import { api } from "../api/client.ts";
import { useMay } from "../api/permissions.ts";
import type { Payout } from "../api/types.ts";
import { Button } from "../components/forms/button.tsx";
import { CodeBlock } from "../components/values/code-block.tsx";
import { Copyable } from "../components/values/copy-button.tsx";
import { DescriptionList } from "../components/values/description-list.tsx";
import { ConfirmDialog } from "../components/layout/dialog.tsx";
import { ButtonLink } from "../components/layout/link.tsx";
import { formatMoney, Money } from "../components/values/money.tsx";
import { Notice } from "../components/messages/notice.tsx";
import { ToList } from "../components/layout/to-list.tsx";
import { PageHeader } from "../components/layout/page-header.tsx";
import { Columns, Section } from "../components/layout/section.tsx";
import { ItemPage } from "../components/layout/item-page.tsx";
import { Time } from "../components/values/time.tsx";
import { Timeline, type TimelineEntry } from "../components/values/timeline.tsx";
import { toast } from "../components/messages/toasts.tsx";
import { EventsOf } from "../events/events-of.tsx";
import { Journals } from "../ledger/journals.tsx";
import { useEnvironment } from "../shell/environment.ts";
import { payoutTexts as texts } from "../texts/payouts.ts";
import { PayoutStatus } from "./payout-status.tsx";
import { payoutQuery } from "./payouts-queries.ts";
import { OtherPayouts, SavedAccount } from "./related.tsx";
import "./payouts.css";

const toList = <ToList to="/$environment/payouts">{texts.title}</ToList>;

export function PayoutPage() {
  const environment = useEnvironment();
  const { reference } = useParams({ from: "/$environment/payouts/$reference" });
  const payout = useQuery(payoutQuery(environment, reference));
  return (
    <ItemPage query={payout} title={texts.page.title} parent={toList}>
      {(found) => <PayoutDetails payout={found} />}
    </ItemPage>
  );
}

function PayoutDetails({ payout }: { payout: Payout }) {
  const { reference, amount, fee, destination } = payout;
  return (
    <>
      <PageHeader
        title={`${texts.page.title} ${formatMoney(amount)}`}
        heading={<Money {...amount} />}
        badge={<PayoutStatus status={payout.status} />}
        text={texts.page.summary(destination.accountName, destination.bankName)}
        actions={<Actions payout={payout} />}
        parent={toList}
      />
      <NextStep payout={payout} />
      <Columns
        main={
          <>
            <Section title={texts.page.timeline}>
              <Timeline entries={timelineOf(payout)} />
            </Section>
            <Section title={texts.page.to}>
              <DescriptionList
                entries={[
                  [texts.page.accountName, destination.accountName],
                  [
                    texts.page.accountNumber,
                    <Copyable
                      key="number"
                      text={destination.accountNumber}
                      what={texts.page.accountNumber}
                    />,
                  ],
                  [texts.page.bank, `${destination.bankName} (${destination.bankCode})`],
                  [texts.page.narration, payout.narration],
                ]}
              />
            </Section>
            <OtherPayouts payout={payout} />
            <Journals reference={reference} status={payout.status} />
            <EventsOf subject={reference} />
            {payout.metadata && (
              <Section title={texts.page.metadata}>
                <CodeBlock name={texts.page.metadata} text={JSON.stringify(payout.metadata, null, 2)} />
              </Section>
            )}
          </>
        }
        side={
          <>
            <Section title={texts.page.details}>
              <DescriptionList
                entries={[
                  [
                    texts.page.reference,
                    <Copyable key="reference" text={reference} what={texts.page.reference} />,
                  ],
                  [texts.page.amount, <Money key="amount" {...amount} />],
                  [texts.page.fee, <Money key="fee" {...fee} />],
                  [
                    texts.page.totals[payout.status],
                    <Money key="total" value={totalOf(payout)} currency={amount.currency} />,
                  ],
                  [texts.page.created, <Time key="created" at={payout.createdAt} isFull />],
                  [
                    texts.page.settled,
                    payout.settledAt && <Time key="settled" at={payout.settledAt} isFull />,
                  ],
                ]}
              />
            </Section>
            <SavedAccount payout={payout} />
          </>
        }
      />
    </>
  );
}

/** What the payout did to the balance, in minor units: the fee of what a bank sends back is kept. */
const totalOf = ({ status, amount, fee }: Payout) =>
  status === "reversed" ? amount.value : amount.value + fee.value;

/** What the state means for whoever reads it, and what to do next. */
function NextStep({ payout: { status, failure } }: { payout: Payout }) {
  const { page } = texts;
  if (failure) {
    return (
      <Notice kind="error" title={page.failed}>
        <p>
          {failure.message} <code translate="no">{failure.code}</code>
        </p>
        <p>{failure.code === "DESTINATION_REJECTED" ? page.destinationRejected : page.failedNext}</p>
      </Notice>
    );
  }
  if (status === "pending") return <Notice title={page.pendingTitle}>{page.pending}</Notice>;
  if (status === "processing") return <Notice title={page.processingTitle}>{page.processing}</Notice>;
  if (status === "reversed") {
    return (
      <Notice kind="warning" title={page.reversedTitle}>
        {page.reversed}
      </Notice>
    );
  }
  if (status === "canceled") return <Notice title={page.canceledTitle}>{page.canceledNext}</Notice>;
  return (
    <Notice kind="success" title={page.succeededTitle}>
      {page.succeeded}
    </Notice>
  );
}

/** Cancel while that is possible; another try after it came back. */
function Actions({ payout }: { payout: Payout }) {
  const { environment, reference, amount, status } = payout;
  const mayPay = useMay("pay");
  const queryClient = useQueryClient();
  const [isAsking, setAsking] = useState(false);
  const cancel = useMutation({
    mutationFn: () =>
      api.POST("/{environment}/payouts/{reference}/cancel", { params: { path: { environment, reference } } }),
    onSuccess: () => {
      setAsking(false);
      toast(texts.page.canceled);
    },
    // Also after a refusal: the payout has changed since it was shown.
    onSettled: () => queryClient.invalidateQueries({ queryKey: [environment] }),
  });
  if (!mayPay) return null;
  if (status === "failed" || status === "reversed" || status === "canceled") {
    return (
      <ButtonLink
        to="/$environment/payouts/new"
        params={{ environment }}
        search={{ again: reference } as never}
      >
        {texts.page.again}
      </ButtonLink>
    );
  }
  if (status !== "pending" && !isAsking) return null;
  return (
    <>
      {status === "pending" && <Button onPress={() => setAsking(true)}>{texts.page.cancel}</Button>}
      <ConfirmDialog
        title={texts.page.cancel}
        action={texts.page.cancel}
        isDanger
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        isPending={cancel.isPending}
        error={cancel.error}
        onConfirm={() => cancel.mutate()}
      >
        {texts.page.cancelText(formatMoney(amount))}
      </ConfirmDialog>
    </>
  );
}

function timelineOf({ status, createdAt, updatedAt, settledAt }: Payout): TimelineEntry[] {
  const { timeline } = texts;
  const entries: TimelineEntry[] = [{ icon: "plus", text: timeline.created, at: createdAt }];
  if (settledAt !== undefined)
    entries.push({ icon: "check", colour: "green", text: timeline.succeeded, at: settledAt });
  if (status === "pending") entries.push({ icon: "clock", text: timeline.waiting });
  if (status === "processing")
    entries.push({ icon: "payouts", colour: "blue", text: timeline.processing, at: updatedAt });
  if (status === "failed")
    entries.push({ icon: "close", colour: "red", text: timeline.failed, at: updatedAt });
  if (status === "reversed")
    entries.push({ icon: "refresh", colour: "amber", text: timeline.reversed, at: updatedAt });
  if (status === "canceled") entries.push({ icon: "close", text: timeline.canceled, at: updatedAt });
  return entries.toReversed();
}
