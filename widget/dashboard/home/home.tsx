import { useQuery } from "@tanstack/react-query";
import { lazy, Suspense, useState } from "react";
import type { Summary } from "../api/types.ts";
import { loadPart } from "../api/load-part.ts";
import { Money } from "../components/values/money.tsx";
import { PageHeader } from "../components/layout/page-header.tsx";
import { Columns, Section } from "../components/layout/section.tsx";
import { NotRefreshed } from "../components/messages/not-refreshed.tsx";
import { ErrorState, Skeleton } from "../components/messages/states.tsx";
import { useEnvironment } from "../shell/environment.ts";
import { homeTexts as texts } from "../texts/home.ts";
import { words } from "../texts/words.ts";
import { LiveNeedsGateway } from "../verification/live-needs-gateway.tsx";
import { Attention } from "./attention.tsx";
import { GettingStarted } from "./getting-started.tsx";
import { summaryQuery } from "./home-queries.ts";
import { LatestCollections, LatestPayouts } from "./latest.tsx";
import { ReviewsWaiting } from "./reviews-waiting.tsx";
import { SuccessRates } from "./success-rates.tsx";
import "../components/lists/filters.css";
import "./home.css";

const MoneyChart = lazy(async () => ({
  default: (await loadPart(() => import("./money-chart.tsx"))).MoneyChart,
}));

const Select = lazy(async () => ({
  default: (await loadPart(() => import("../components/forms/select.tsx"))).Select,
}));

export function Home() {
  const environment = useEnvironment();
  const summary = useQuery(summaryQuery(environment));
  const [chosen, choose] = useState("NGN");
  const currencies = summary.data?.money.map(({ currency }) => currency) ?? [];
  return (
    <>
      <PageHeader
        title={texts.title}
        actions={
          currencies.length > 1 && (
            <div className="filters home-currency">
              <Suspense>
                <Select
                  label={texts.currency}
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
      {summary.data !== undefined ? (
        <Overview summary={summary.data} currency={chosen} />
      ) : summary.isError ? (
        <ErrorState error={summary.error} onRetry={() => void summary.refetch()} />
      ) : (
        <HomeSkeleton />
      )}
    </>
  );
}

/** Placeholders as large as the figures and the chart, so that nothing moves when these have loaded. */
function HomeSkeleton() {
  return (
    <div role="status" aria-label={words.loading}>
      <div className="home-figures">
        {["main", "reserved", "received", "sent"].map((name) => (
          <div key={name} className={name === "main" ? "home-figure-main" : undefined}>
            <p>
              <Skeleton width={9} />
            </p>
            <p className="home-figure-value">
              <Skeleton width={name === "main" ? 10 : 8} />
            </p>
            <p className="home-figure-note">
              <Skeleton width={12} />
            </p>
          </div>
        ))}
      </div>
      <div className="home-chart-room home-chart-skeleton" />
    </div>
  );
}

function Overview({
  summary: { money, successRates, attention },
  currency,
}: {
  summary: Summary;
  currency: string;
}) {
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

function Movements({
  money: { days, currency },
  successRates,
}: {
  money: Summary["money"][number];
  successRates: Summary["successRates"];
}) {
  const environment = useEnvironment();
  return (
    <>
      <Section
        title={texts.chart.title}
        text={environment === "test" ? texts.chart.textOfTest : texts.chart.text}
      >
        <Suspense fallback={<div className="home-chart-room" />}>
          <MoneyChart days={days} currency={currency} />
        </Suspense>
      </Section>
      <Columns
        main={<LatestCollections />}
        side={
          <Section title={texts.rates.title}>
            <SuccessRates rates={successRates} />
            <p className="home-rates-note">{texts.rates.text}</p>
          </Section>
        }
      />
      <LatestPayouts />
    </>
  );
}

function Figures({ money: { available, reserved, days } }: { money: Summary["money"][number] }) {
  const { balance } = texts;
  const today = days.at(-1);
  return (
    <dl className="home-figures">
      <div className="home-figure-main">
        <dt>{balance.available}</dt>
        <dd>
          <Money {...available} />
        </dd>
        <dd className="home-figure-note">{balance.availableNote}</dd>
      </div>
      <div>
        <dt>{balance.reserved}</dt>
        <dd>
          <Money {...reserved} />
        </dd>
        <dd className="home-figure-note">{balance.reservedNote}</dd>
      </div>
      {today && (
        <>
          <div>
            <dt>{balance.today}</dt>
            <dd>
              <Money {...today.received} />
            </dd>
            <dd className="home-figure-note">
              {balance.count(today.receipts, balance.payment, balance.payments)}
            </dd>
          </div>
          <div>
            <dt>{balance.sentToday}</dt>
            <dd>
              <Money {...today.sent} />
            </dd>
            <dd className="home-figure-note">
              {balance.count(today.payouts, balance.payout, balance.payouts)}
            </dd>
          </div>
        </>
      )}
    </dl>
  );
}
