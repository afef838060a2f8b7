import { useQuery } from "@tanstack/react-query";
import type { Charge } from "../api/types.ts";
import { Badge } from "../components/values/badge.tsx";
import { Facts } from "../components/values/facts.tsx";
import { formatMoney, Money } from "../components/values/money.tsx";
import { Section } from "../components/layout/section.tsx";
import { WriteToSupport } from "../components/layout/write-to-support.tsx";
import { LoadedScreen } from "../components/layout/loaded-screen.tsx";
import { Time } from "../components/values/time.tsx";
import { purposeNames } from "../payouts/purposes.ts";
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
        {({ payout, requestsPerMinute, payoutAccounts, charges }) => {
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
                  environment === "test"
                    ? "What live mode costs. Test mode is free."
                    : "Taxes come on top of our price."
                }
              >
                <Charges charges={charges} />
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

/** The current charges, and below them future ones with their date. */
function Charges({ charges }: { charges: Charge[] }) {
  const now = new Date().toISOString();
  const periodOf = ({ service, kind, effectiveFrom }: Charge) => `${service} ${kind} ${effectiveFrom}`;
  return [...new Set(charges.map(periodOf))].map((period) => {
    const bands = charges.filter((charge) => periodOf(charge) === period);
    const { service, kind, effectiveFrom } = bands[0]!;
    return (
      <table key={period} className="figures">
        <caption>
          <b className="name">{`${names[service]}${kind === "service" ? "" : `, ${names[kind]}`}`}</b>{" "}
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
          {bands.map((charge) => (
            <tr key={charge.from.value}>
              <th scope="row">{bandOf(charge)}</th>
              <td>{chargeOf(charge)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    );
  });
}

const names = {
  payout: "Payouts",
  refund: "Refunds",
  identity_check: "Identity checks",
  vat: "VAT",
  stamp_duty: "stamp duty",
} as const;

function bandOf({ service, from, exemptPurposes }: Charge): string {
  if (service === "identity_check") return "Per identifier, once";
  const amounts = from.value === 0 ? "Any amount" : `From ${formatMoney(from)}`;
  return exemptPurposes.length === 0
    ? amounts
    : `${amounts}, except ${exemptPurposes.map((purpose) => purposeNames[purpose].toLowerCase()).join(", ")}`;
}

function chargeOf({ amount, basisPoints = 0 }: Charge) {
  if (amount === undefined) return `${basisPoints / 100}% of the fee`;
  return amount.value === 0 ? "Free" : <Money {...amount} />;
}
