import { useQuery } from "@tanstack/react-query";
import type { Environment, Fee, Limits as LimitsData, PayoutLimits } from "../api/types.ts";
import { Badge } from "../components/values/badge.tsx";
import { DescriptionList } from "../components/values/description-list.tsx";
import { formatMoney, Money } from "../components/values/money.tsx";
import { PageHeader } from "../components/layout/page-header.tsx";
import { Section } from "../components/layout/section.tsx";
import { WriteToSupport } from "../components/layout/write-to-support.tsx";
import { FailedScreen } from "../components/layout/failed-screen.tsx";
import { ScreenSkeleton } from "../components/messages/states.tsx";
import { Time } from "../components/values/time.tsx";
import { useEnvironment } from "../shell/environment.ts";
import { limitTexts as texts } from "../texts/limits.ts";
import { limitsQuery } from "./limits-queries.ts";
import { payoutLimitsOf, smallestPayoutOf } from "./payout-limits-of.ts";
import "./limits.css";

export function Limits() {
  const environment = useEnvironment();
  const limits = useQuery(limitsQuery);
  if (limits.isError && limits.data === undefined)
    return (
      <FailedScreen
        title={texts.title}
        text={texts.text}
        error={limits.error}
        onRetry={() => void limits.refetch()}
      />
    );
  if (limits.data === undefined)
    return (
      <>
        <PageHeader title={texts.title} text={texts.text} />
        <ScreenSkeleton hasTitle />
      </>
    );
  const text = (
    <>
      {texts.text} <WriteToSupport text={texts.raise} />
    </>
  );
  const { payout, requestsPerMinute, payoutAccounts, fees } = limits.data;
  const payoutLimits = payoutLimitsOf(payout, environment);
  return (
    <div className="limits">
      <PageHeader title={texts.title} text={text} />
      <Section title={texts.payouts}>
        <DescriptionList
          entries={[
            [texts.largest, <Money key="largest" {...payoutLimits.largest} />],
            ...dayEntries(payoutLimits),
            [texts.smallest, <Money key="smallest" {...smallestPayoutOf(payout, environment)} />],
            [texts.accounts, texts.inEach(payoutAccounts)],
          ]}
        />
      </Section>
      <Section title={texts.fees} text={environment === "test" ? texts.feesInTest : undefined}>
        <Fees fees={fees} environment={environment} />
      </Section>
      <Section title={texts.requests} text={texts.requestsText}>
        <DescriptionList entries={requestEntries(requestsPerMinute)} />
      </Section>
    </div>
  );
}

/** What a day's payouts may be together, where that is limited. */
const dayEntries = ({ day, accountDay, accountDayPayouts }: PayoutLimits) =>
  [
    [texts.day, day && <Money key="day" {...day.most} />],
    [texts.usedToday, day?.used && <Money key="used" {...day.used} />],
    [texts.accountDay, accountDay && <Money key="accountDay" {...accountDay} />],
    [texts.accountDayPayouts, accountDayPayouts],
  ] as const;

const requestEntries = ({ all, verifyAccount, identityCheck }: LimitsData["requestsPerMinute"]) =>
  [
    [texts.all, texts.perMinute(all)],
    [texts.verifyAccount, texts.perMinute(verifyAccount)],
    [texts.identityCheck, texts.perMinute(identityCheck)],
  ] as const;

/** The fees in force, and below them those to come with their date. */
function Fees({ fees, environment }: { fees: Fee[]; environment: Environment }) {
  const now = new Date().toISOString();
  const here = fees.filter((fee) => fee.environment === environment);
  const periods = [...new Set(here.map(({ service, effectiveFrom }) => `${service} ${effectiveFrom}`))];
  return periods.map((period) => {
    const bands = here.filter(({ service, effectiveFrom }) => `${service} ${effectiveFrom}` === period);
    const { service, effectiveFrom } = bands[0]!;
    return (
      <table key={period} className="limits-fees">
        <caption>
          {texts.services[service]} <Badge>{effectiveFrom > now ? texts.toCome : texts.inForce}</Badge>{" "}
          <span className="list-soft">
            {texts.from} <Time at={effectiveFrom} isReal />
          </span>
        </caption>
        <thead className="visually-hidden">
          <tr>
            <th scope="col">{texts.amount}</th>
            <th scope="col">{texts.fee}</th>
          </tr>
        </thead>
        <tbody>
          {bands.map(({ upTo, fee }, index) => (
            <tr key={upTo?.value ?? "above"}>
              <th scope="row">{bandOf(service, upTo, index)}</th>
              <td>{fee.value === 0 ? texts.free : <Money {...fee} />}</td>
            </tr>
          ))}
        </tbody>
      </table>
    );
  });
}

function bandOf(service: Fee["service"], upTo: Fee["upTo"], index: number): string {
  if (service === "identity_check") return texts.each;
  if (upTo !== undefined) return texts.upTo(formatMoney(upTo));
  return index === 0 ? texts.every : texts.above;
}
