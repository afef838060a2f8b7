import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { MERCHANT_HEADER } from "../api/client.ts";
import { useMay } from "../api/permissions.ts";
import { dataQuery } from "../api/queries.ts";
import { useSession } from "../api/session.ts";
import type { Environment, Statement as StatementData } from "../api/types.ts";
import { Button } from "../components/forms/button.tsx";
import { DayField } from "../components/forms/day-field.tsx";
import { Select } from "../components/forms/select.tsx";
import { ActionLink } from "../components/layout/link.tsx";
import { PageHeader } from "../components/layout/page-header.tsx";
import { Section } from "../components/layout/section.tsx";
import { Filters, SelectFilter, useFilters } from "../components/lists/filters.tsx";
import { Loaded } from "../components/messages/loaded.tsx";
import { NotRefreshed } from "../components/messages/not-refreshed.tsx";
import { Notice } from "../components/messages/notice.tsx";
import { ScreenSkeleton } from "../components/messages/states.tsx";
import { Badge } from "../components/values/badge.tsx";
import { Facts } from "../components/values/facts.tsx";
import { dayAfter, dayOf, formatDay, useClockAhead } from "../components/values/lagos-days.ts";
import { Money } from "../components/values/money.tsx";
import { Own } from "../components/values/text.tsx";
import { Time } from "../components/values/time.tsx";
import { feeFacts } from "../payouts/payout-quote.ts";
import { useEnvironment } from "../shell/environment.ts";
import { Change } from "./change.tsx";
import { currencies, movementKinds } from "./movement-kinds.ts";
import "../components/values/figures.css";
import "./books.css";

/** What happened to the business's money in a period, to print or to download. */
export function Statement() {
  return useMay("pay") ? (
    <ForPeriod />
  ) : (
    <>
      <PageHeader title="Statement" />
      <Notice kind="warning" action={<ActionLink to="/$environment/balance">View balance</ActionLink>}>
        Statements are for people in finance and owners. You can see each movement of your balance.
      </Notice>
    </>
  );
}

type Period = { from: string; to: string };

function ForPeriod() {
  const environment = useEnvironment();
  const { search } = useFilters();
  const { merchant } = useSession();
  const ahead = useClockAhead();
  const today = ahead === undefined ? undefined : dayOf(Date.now() + ahead);
  const month = today === undefined ? undefined : monthTo(today);
  const { from = month?.from, to = month?.to, currency = "NGN" } = search;
  const isKnown = from !== undefined && to !== undefined;
  const asked = { from: from ?? "", to: to ?? "", currency };
  const statement = useQuery({
    ...dataQuery("/{environment}/statements", { environment }, asked),
    enabled: isKnown,
  });
  return (
    <>
      <PageHeader
        title="Statement"
        actions={
          isKnown && (
            <>
              <Button onPress={() => window.print()}>Print</Button>
              <a
                className="button button-primary button-medium"
                href={csvOf(environment, asked, merchant!.reference)}
                download
              >
                <span className="button-content" translate="no">
                  Download CSV
                </span>
              </a>
            </>
          )
        }
      />
      {today !== undefined && isKnown && (
        <Filters hasDefault>
          <PeriodChoice today={today} period={{ from, to }} />
          <SelectFilter name="currency" label="Currency" options={currencies} fallback="NGN" />
        </Filters>
      )}
      <NotRefreshed query={statement} />
      <Loaded query={statement} placeholder={<ScreenSkeleton hasTitle />}>
        {(data) => <Sums statement={data} />}
      </Loaded>
    </>
  );
}

/** The file with each movement, refused if the session shows another business by then. */
const csvOf = (environment: Environment, asked: Period & { currency: string }, merchant: string) =>
  `/dashboard/api/${environment}/statements?${new URLSearchParams({ ...asked, format: "csv", [MERCHANT_HEADER]: merchant })}`;

/** A month up to one of its days. */
const monthTo = (to: string): Period => ({ from: `${to.slice(0, 8)}01`, to });

/** A statement is of 366 days at most. */
const MOST_LATER = 365;

/** The nearest day between two. */
const within = (day: string, first: string, last: string) => (day < first ? first : day > last ? last : day);

/** This month, which is the default, the last one, or other days. */
function PeriodChoice({ today, period: { from, to } }: { today: string; period: Period }) {
  const { change } = useFilters();
  const [isCustom, setCustom] = useState(false);
  const last = monthTo(dayAfter(monthTo(today).from, -1));
  const isIn = (period: Period) => from === period.from && to === period.to;
  const shown = isIn(monthTo(today)) ? "this" : isIn(last) ? "last" : "custom";
  const value = isCustom ? "custom" : shown;
  return (
    <div className="filter">
      <Select
        label="Period"
        isInline
        value={value}
        options={[
          ["this", "This month"],
          ["last", "Last month"],
          ["custom", "Custom"],
        ]}
        onChange={(chosen) => {
          setCustom(chosen === "custom");
          if (chosen === "this") change({ from: undefined, to: undefined });
          if (chosen === "last") change(last);
        }}
      />
      {value === "custom" && (
        <>
          <DayField
            label="From"
            day={from}
            max={today}
            onChange={(day = from) => change({ from: day, to: within(to, day, dayAfter(day, MOST_LATER)) })}
          />
          <DayField
            label="To"
            day={to}
            max={today}
            onChange={(day = to) => change({ from: within(from, dayAfter(day, -MOST_LATER), day), to: day })}
          />
        </>
      )}
    </div>
  );
}

function Sums({ statement }: { statement: StatementData }) {
  const { environment, from, to, asOf, complete, opening, movements, total, closing } = statement;
  const { merchant } = useSession();
  return (
    <div className="medium">
      <p className="row">
        <b className="name">
          <Own>{merchant!.name}</Own>
        </b>
        {environment === "test" && <Badge colour="amber">TEST</Badge>}
      </p>
      <p className="note" translate="no">
        {from === to ? formatDay(from) : `${formatDay(from)} to ${formatDay(to)}`}
      </p>
      {!complete && (
        <p className="note">
          As of <Time at={asOf} isFull />. It changes until the period is over.
        </p>
      )}
      <Section title="Available balance">
        <table className="figures books-sums">
          <thead>
            <tr>
              <th scope="col">Movement</th>
              <th scope="col">Amount</th>
              <th scope="col">Fees</th>
              <th scope="col">Net</th>
            </tr>
          </thead>
          <tbody>
            <tr>
              <th scope="row">Opening balance</th>
              <td />
              <td />
              <td>
                <Money {...opening.available} />
              </td>
            </tr>
            {movements.map(({ kind, datedEarlier, ...sums }) => (
              <tr key={kind}>
                <th scope="row">
                  {movementKinds[kind] ?? kind}{" "}
                  <span className="soft">({sums.count.toLocaleString("en-NG")})</span>
                  {datedEarlier && (
                    <p className="small">
                      Of these, <Change {...datedEarlier.net} /> ({datedEarlier.count.toLocaleString("en-NG")}
                      ) happened at the bank before this period.
                    </p>
                  )}
                </th>
                <Amounts {...sums} />
              </tr>
            ))}
            {movements.length > 1 && (
              <tr>
                <th scope="row">
                  All movements <span className="soft">({total.count.toLocaleString("en-NG")})</span>
                </th>
                <Amounts {...total} />
              </tr>
            )}
          </tbody>
          <tfoot>
            <tr>
              <th scope="row">Closing balance</th>
              <td />
              <td />
              <td>
                <Money {...closing.available} />
              </td>
            </tr>
          </tfoot>
        </table>
      </Section>
      {total.fees.length > 0 && <Facts title="Fees and taxes" facts={feeFacts(total.fees)} />}
      <Facts
        title="Reserved"
        text="For payouts and checks in progress."
        facts={[
          ["At the start", opening.reserved],
          ["At the end", closing.reserved],
        ]}
      />
    </div>
  );
}

function Amounts({ amount, net }: Pick<StatementData["total"], "amount" | "net">) {
  const fees = { value: amount.value - net.value, currency: net.currency };
  return (
    <>
      <td>
        <Change {...amount} />
      </td>
      <td>{fees.value !== 0 && <Money {...fees} />}</td>
      <td>
        <Change {...net} />
      </td>
    </>
  );
}
