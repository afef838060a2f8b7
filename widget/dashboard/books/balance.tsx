import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { dataQuery, listQuery } from "../api/queries.ts";
import type { BalanceTransaction, Money as MoneyValue } from "../api/types.ts";
import { DayField } from "../components/forms/day-field.tsx";
import { ButtonLink } from "../components/layout/link.tsx";
import { Filters, OwnReferenceFilter, SelectFilter, useFilters } from "../components/lists/filters.tsx";
import type { Column } from "../components/lists/list.tsx";
import { ListScreen } from "../components/lists/list-screen.tsx";
import { PeriodFilter } from "../components/lists/period-filter.tsx";
import { Loaded } from "../components/messages/loaded.tsx";
import { NotRefreshed } from "../components/messages/not-refreshed.tsx";
import { dayOf, formatDay, startOf, useClockAhead } from "../components/values/lagos-days.ts";
import { Money } from "../components/values/money.tsx";
import { Own } from "../components/values/text.tsx";
import { Time } from "../components/values/time.tsx";
import { SubjectLink } from "../events/subject-link.tsx";
import { countOf } from "../home/count-of.ts";
import { useEnvironment } from "../shell/environment.ts";
import { currencies, movementKinds } from "./movement-kinds.ts";
import { Change } from "./change.tsx";
import "./books.css";

const kinds = Object.entries(movementKinds);

/** Each movement of the available balance, and the balance on any day. */
export function Balance() {
  const environment = useEnvironment();
  const { search } = useFilters();
  const page = useQuery(balanceTransactionsQuery(environment, search));
  const days = (page.data?.items ?? []).map(bookedOn);
  const { kind, currency, occurredFrom, occurredTo, merchantReference } = search;
  const totals = useQuery({
    ...dataQuery(
      "/{environment}/balance-days",
      { environment },
      {
        from: days.at(-1) ?? "",
        to: days[0] ?? "",
        ...(kind !== undefined && { kind }),
        ...(currency !== undefined && { currency }),
      },
    ),
    // They are of what was booked on a day, whenever it happened at the bank and whatever it was for.
    enabled: days.length > 0 && (occurredFrom ?? occurredTo ?? merchantReference) === undefined,
    placeholderData: keepPreviousData,
  });
  return (
    <ListScreen
      title="Balance"
      text="Every change of your available balance, with what it was afterwards."
      actions={<ButtonLink to="/$environment/statements">Statements</ButtonLink>}
      notice={<BalanceOn />}
      filters={
        <Filters>
          <SelectFilter name="kind" label="Type" options={kinds} />
          <SelectFilter name="currency" label="Currency" options={currencies} />
          <PeriodFilter label="Booked" />
          <PeriodFilter label="At the bank" of="occurred" />
          <OwnReferenceFilter />
        </Filters>
      }
      caption="Changes of your available balance, newest first"
      query={balanceTransactionsQuery}
      groups={{
        of: bookedOn,
        heading: (day) => <Day day={day} totals={totals.data?.filter((total) => total.day === day)} />,
      }}
      columns={columns}
      icon="balance"
      things="movements"
      emptyText="Payments, payouts and fees appear here."
      emptyAction={null}
    />
  );
}

const balanceTransactionsQuery = listQuery("/{environment}/balance-transactions");

const bookedOn = ({ createdAt }: BalanceTransaction) => dayOf(Date.parse(createdAt));

/** A day and by how much it changed the balance in each currency, once that is known. */
function Day({ day, totals = [] }: { day: string; totals?: { count: number; net: MoneyValue }[] }) {
  return (
    <span className="between">
      <span translate="no">{formatDay(day)}</span>
      {totals.map(({ count, net }) => (
        <span key={net.currency}>
          <span className="soft">{countOf(count, "movement", "movements")}</span> <Change {...net} />
        </span>
      ))}
    </span>
  );
}

const columns: Column<BalanceTransaction>[] = [
  { heading: "Booked", cell: ({ createdAt }) => <Time at={createdAt} /> },
  { heading: "Type", isMain: true, cell: ({ kind }) => movementKinds[kind] ?? kind },
  {
    heading: "For",
    isWide: true,
    cell: ({ source, merchantReference }) => (
      <>
        <SubjectLink reference={source} /> {merchantReference && <Own>{merchantReference}</Own>}
      </>
    ),
  },
  { heading: "Amount", align: "end", isExtra: true, cell: ({ amount }) => <Change {...amount} /> },
  {
    heading: "Fees",
    align: "end",
    isExtra: true,
    cell: ({ amount, net }) =>
      amount.value !== net.value && <Money value={amount.value - net.value} currency={net.currency} />,
  },
  { heading: "Net", align: "end", cell: ({ net }) => <Change {...net} /> },
  {
    heading: "Balance",
    align: "end",
    isNamed: true,
    cell: ({ balanceAfter }) => <Money {...balanceAfter} />,
  },
];

/** The present balance, or that at the end of a day. */
function BalanceOn() {
  const environment = useEnvironment();
  const [chosen, choose] = useState<string>();
  const ahead = useClockAhead();
  const today = ahead === undefined ? undefined : dayOf(Date.now() + ahead);
  const day = chosen === today ? undefined : chosen;
  const balances = useQuery(
    dataQuery(
      "/{environment}/balances",
      { environment },
      day === undefined ? undefined : { at: startOf(day, 1) },
    ),
  );
  return (
    <section className="books-on box" aria-label="Balance on a day">
      <div className="filters">
        <DayField label="Balance on" day={chosen ?? today} max={today} onChange={choose} />
      </div>
      <NotRefreshed query={balances} />
      <Loaded query={balances} width={24}>
        {(all) =>
          all.map(({ currency, available, reserved }) => (
            <dl key={currency} className="wrap">
              <div>
                <dt className="note">Available</dt>
                <dd className="books-figure">
                  <Money {...available} />
                </dd>
              </div>
              <div>
                <dt className="note">Reserved</dt>
                <dd className="books-figure">
                  <Money {...reserved} />
                </dd>
              </div>
            </dl>
          ))
        }
      </Loaded>
    </section>
  );
}
