import { useQuery } from "@tanstack/react-query";
import { Suspense, useState } from "react";
import type { Summary } from "../api/types.ts";
import { Money } from "../components/values/money.tsx";
import { PageHeader } from "../components/layout/page-header.tsx";
import { Columns, Section } from "../components/layout/section.tsx";
import { Loaded } from "../components/messages/loaded.tsx";
import { NotRefreshed } from "../components/messages/not-refreshed.tsx";
import { Skeleton } from "../components/messages/states.tsx";
import { useEnvironment } from "../shell/environment.ts";
import { countOf } from "./count-of.ts";
import { LiveNeedsGateway } from "../verification/live-needs-gateway.tsx";
import { Attention } from "./attention.tsx";
import { Figure } from "./figure.tsx";
import { GettingStarted } from "./getting-started.tsx";
import { summaryQuery } from "./home-queries.ts";
import { LatestCollections, LatestPayouts } from "./latest.tsx";
import { ReviewsWaiting } from "./reviews-waiting.tsx";
import { SuccessRates } from "./success-rates.tsx";
import "../components/lists/filters.css";
import "./home.css";
import { lazyPart } from "../shell/screen.ts";

const MoneyChart = lazyPart(() => import("./money-chart.tsx"), "MoneyChart");

const Select = lazyPart(() => import("../components/forms/select.tsx"), "Select");

export function Home() {
  const environment = useEnvironment();
  const summary = useQuery(summaryQuery(environment));
  const [chosen, choose] = useState("NGN");
  const currencies = summary.data?.money.map(({ currency }) => currency) ?? [];
  return (
    <>
      <PageHeader
        title="Home"
        actions={
          currencies.length > 1 && (
            <div className="filters home-currency">
              <Suspense>
                <Select
                  label="Currency"
                  isInline
                  value={currencies.includes(chosen) ? chosen : currencies[0]!}
                  options={currencies.map((currency) => [currency, currency])}
                  onChange={choose}
                />
              </Suspense>
            </div>
          )
        }
      />
      <LiveNeedsGateway />
      <ReviewsWaiting />
      <NotRefreshed query={summary} />
      <Loaded query={summary} placeholder={<HomeSkeleton />}>
        {(data) => <Overview summary={data} currency={chosen} />}
      </Loaded>
    </>
  );
}

/** Placeholders as large as the figures and the chart, so that nothing moves once these have loaded. */
function HomeSkeleton() {
  return (
    <div role="status" aria-label="Loading…">
      <dl className="home-figures">
        {["main", "reserved", "received", "sent"].map((name) => (
          <Figure
            key={name}
            isMain={name === "main"}
            name={<Skeleton width={9} />}
            value={<Skeleton width={8} />}
            note={<Skeleton width={12} />}
          />
        ))}
      </dl>
      <div className="home-chart-room home-chart-skeleton" />
    </div>
  );
}

type OverviewProps = {
  summary: Summary;
  currency: string;
};

function Overview({ summary: { money, successRates, attention }, currency }: OverviewProps) {
  const shown = money.find((each) => each.currency === currency) ?? money[0];
  if (shown === undefined) return <GettingStarted />;
  const isNew = money.every(
    ({ days, available, reserved }) =>
      available.value === 0 &&
      reserved.value === 0 &&
      days.every(({ received, sent }) => received.value === 0 && sent.value === 0),
  );
  return (
    <>
      <Attention attention={attention} />
      {isNew && <GettingStarted />}
      <Figures money={shown} />
      {!isNew && <Movements money={shown} successRates={successRates} />}
    </>
  );
}

type MovementsProps = {
  money: Summary["money"][number];
  successRates: Summary["successRates"];
};

function Movements({ money: { days, currency }, successRates }: MovementsProps) {
  const environment = useEnvironment();
  return (
    <>
      <Section
        title="Last 30 days"
        text={
          environment === "test"
            ? "Daily totals by your test clock, Lagos time."
            : "Daily totals, Lagos time. Today so far."
        }
      >
        <Suspense fallback={<div className="home-chart-room" />}>
          <MoneyChart days={days} currency={currency} />
        </Suspense>
      </Section>
      <Columns
        main={<LatestCollections />}
        side={
          <Section title="Success rate">
            <SuccessRates rates={successRates} />
            <p className="small">Completed in the last 30 days.</p>
          </Section>
        }
      />
      <LatestPayouts />
    </>
  );
}

function Figures({ money: { available, reserved, days } }: { money: Summary["money"][number] }) {
  const today = days.at(-1);
  return (
    <dl className="home-figures">
      <Figure isMain name="Available balance" value={<Money {...available} />} note="Ready to pay out" />
      <Figure name="Reserved" value={<Money {...reserved} />} note="For payouts and checks in progress" />
      {today && (
        <>
          <Figure
            name="Received today"
            value={<Money {...today.received} />}
            note={countOf(today.receipts, "payment", "payments")}
          />
          <Figure
            name="Paid out today"
            value={<Money {...today.sent} />}
            note={countOf(today.payouts, "payout", "payouts")}
          />
        </>
      )}
    </dl>
  );
}
