import { useQuery } from "@tanstack/react-query";
import type { Environment, Fee } from "../api/types.ts";
import { Badge } from "../components/values/badge.tsx";
import { Facts } from "../components/values/facts.tsx";
import { formatMoney, Money } from "../components/values/money.tsx";
import { Section } from "../components/layout/section.tsx";
import { WriteToSupport } from "../components/layout/write-to-support.tsx";
import { LoadedScreen } from "../components/layout/loaded-screen.tsx";
import { Time } from "../components/values/time.tsx";
import { useEnvironment } from "../shell/environment.ts";
import { limitsQuery } from "./limits-queries.ts";
import { smallestPayoutOf } from "./smallest-payout-of.ts";
import "../components/values/figures.css";

export function Limits() {
  const environment = useEnvironment();
  const text = (
    <>
      What your business can do, and what it costs. <WriteToSupport text="To raise a limit, write to" />
    </>
  );
  return (
    <div className="medium">
      <LoadedScreen title="Limits and fees" text={text} query={useQuery(limitsQuery)}>
        {({ payout, requestsPerMinute, payoutAccounts, fees }) => {
          const { largest, day, accountDay, accountDayPayouts } = payout[environment];
          return (
            <>
              <Facts
                title="Payouts"
                facts={[
                  ["Maximum per payout", largest],
                  ["Maximum per day", day?.most],
                  ["Used today", day?.used],
                  ["Maximum per day to one account", accountDay],
                  ["Payouts per day to one account", accountDayPayouts],
                  ["Minimum per payout", smallestPayoutOf(payout, environment)],
                  ["Saved payout accounts", `${payoutAccounts} in test, ${payoutAccounts} in live`],
                ]}
              />
              <Section
                title="Fees"
                text={
                  environment === "test" ? "These are test fees. Switch to live to see live fees." : undefined
                }
              >
                <Fees fees={fees} environment={environment} />
              </Section>
              <Facts
                title="API requests"
                text="Per API key, or per person in the dashboard. Requests over the limit return 429."
                facts={[
                  ["All requests", `${requestsPerMinute.all.toLocaleString("en-NG")} per minute`],
                  [
                    "Account lookups",
                    `${requestsPerMinute.verifyAccount.toLocaleString("en-NG")} per minute`,
                  ],
                  [
                    "Identity checks",
                    `${requestsPerMinute.identityCheck.toLocaleString("en-NG")} per minute`,
                  ],
                ]}
              />
            </>
          );
        }}
      </LoadedScreen>
    </div>
  );
}

/** The current fees, and below them future ones with their date. */
function Fees({ fees, environment }: { fees: Fee[]; environment: Environment }) {
  const now = new Date().toISOString();
  const here = fees.filter((fee) => fee.environment === environment);
  const periods = [...new Set(here.map(({ service, effectiveFrom }) => `${service} ${effectiveFrom}`))];
  return periods.map((period) => {
    const bands = here.filter(({ service, effectiveFrom }) => `${service} ${effectiveFrom}` === period);
    const { service, effectiveFrom } = bands[0]!;
    return (
      <table key={period} className="figures">
        <caption>
          <b className="name">{service === "payout" ? "Payouts" : "Identity checks"}</b>{" "}
          <Badge>{effectiveFrom > now ? "Upcoming" : "Current"}</Badge> since{" "}
          <Time at={effectiveFrom} isReal />
        </caption>
        <thead className="visually-hidden">
          <tr>
            <th scope="col">Amount</th>
            <th scope="col">Fee</th>
          </tr>
        </thead>
        <tbody>
          {bands.map(({ upTo, fee }, index) => (
            <tr key={upTo?.value ?? "above"}>
              <th scope="row">{bandOf(service, upTo, index)}</th>
              <td>{fee.value === 0 ? "Free" : <Money {...fee} />}</td>
            </tr>
          ))}
        </tbody>
      </table>
    );
  });
}

function bandOf(service: Fee["service"], upTo: Fee["upTo"], index: number): string {
  if (service === "identity_check") return "Per identifier, once";
  if (upTo !== undefined) return `Up to ${formatMoney(upTo)}`;
  return index === 0 ? "Any amount" : "Above";
}
