import { useState } from "react";
import { Button } from "../components/forms/button.tsx";
import { formatMoney, Money } from "../components/values/money.tsx";
import { MoneyBars, type Day } from "./money-bars.tsx";
import "../components/values/figures.css";
import "./money-chart.css";

/**
 * Money received and paid out, two bars a day. Pointing at a day, or the arrow keys, show its figures above the bars; a
 * table has them all.
 */
export function MoneyChart({ days, currency }: { days: Day[]; currency: string }) {
  const [chosen, choose] = useState<number | undefined>();
  const [isTable, setTable] = useState(false);
  const shown = chosen === undefined ? undefined : days[chosen];
  const last = days.length - 1;
  const move = (to: number | undefined) =>
    choose(to === undefined ? undefined : Math.min(last, Math.max(0, to)));
  return (
    <figure className="home-chart">
      <figcaption className="home-chart-legend" aria-live="off">
        <span className="home-chart-when">{shown ? fullDay(shown.date) : "30 days"}</span>
        <Legend
          name="Received"
          className="home-chart-received"
          value={shown?.received.value ?? sum(days, "received")}
          currency={currency}
        />
        <Legend
          name="Paid out"
          className="home-chart-sent"
          value={shown?.sent.value ?? sum(days, "sent")}
          currency={currency}
        />
        {(shown?.returned.value ?? sum(days, "returned")) > 0 && (
          <Legend
            name="Returned"
            value={shown?.returned.value ?? sum(days, "returned")}
            currency={currency}
          />
        )}
      </figcaption>
      <MoneyBars
        days={days}
        chosen={chosen}
        onChoose={move}
        describeAmount={(value) => compact(value, currency)}
        describeDay={shortDay}
        role="slider"
        tabIndex={0}
        aria-label="Money received and paid out by day"
        aria-orientation="horizontal"
        aria-valuemin={1}
        aria-valuemax={days.length}
        aria-valuenow={(chosen ?? last) + 1}
        aria-valuetext={describe(days[chosen ?? last]!)}
        onBlur={() => choose(undefined)}
        onKeyDown={(event) => {
          const steps: Record<string, number> = { ArrowLeft: -1, ArrowDown: -1, ArrowRight: 1, ArrowUp: 1 };
          const to = { Home: 0, End: last }[event.key] ?? (steps[event.key] ?? Number.NaN) + (chosen ?? last);
          if (Number.isNaN(to)) return;
          event.preventDefault();
          move(to);
        }}
      />
      <Button kind="quiet" size="small" aria-expanded={isTable} onPress={() => setTable(!isTable)}>
        {isTable ? "Hide table" : "Show table"}
      </Button>
      {isTable && <DaysTable days={days} />}
    </figure>
  );
}

type LegendProps = {
  name: string;
  className?: string;
  value: number;
  currency: string;
};

function Legend({ name, className, value, currency }: LegendProps) {
  return (
    <span className="home-chart-entry">
      {className !== undefined && (
        <svg className="home-chart-key" viewBox="0 0 8 8" aria-hidden="true">
          <rect className={className} width="8" height="8" rx="2" />
        </svg>
      )}
      {name} <Money value={value} currency={currency} />
    </span>
  );
}

function DaysTable({ days }: { days: Day[] }) {
  return (
    <div className="home-chart-table">
      <table className="figures">
        <caption className="visually-hidden">
          Money received and paid out on each of the last 30 days, newest first
        </caption>
        <thead>
          <tr>
            <th scope="col">Day</th>
            <th scope="col">Received</th>
            <th scope="col">Paid out</th>
            <th scope="col">Returned</th>
          </tr>
        </thead>
        <tbody>
          {days.toReversed().map((day) => (
            <tr key={day.date}>
              <th scope="row">{shortDay(day.date)}</th>
              <td>
                <Money {...day.received} />
              </td>
              <td>
                <Money {...day.sent} />
              </td>
              <td>
                <Money {...day.returned} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

const sum = (days: Day[], of: "received" | "sent" | "returned") =>
  days.reduce((total, day) => total + day[of].value, 0);

function describe(day: Day): string {
  const returned = day.returned.value > 0 ? formatMoney(day.returned) : undefined;
  return `${fullDay(day.date)}: ${formatMoney(day.received)} received, ${formatMoney(day.sent)} paid out${returned === undefined ? "" : `, ${returned} returned`}`;
}

function compact(value: number, currency: string): string {
  return new Intl.NumberFormat("en-NG", {
    style: "currency",
    currency,
    currencyDisplay: "narrowSymbol",
    notation: "compact",
  }).format(value / 100);
}

/** Days are names, not moments: they don't depend on the reader's time zone. */
const dayFormat = (options: Intl.DateTimeFormatOptions) => {
  const format = new Intl.DateTimeFormat("en-GB", { timeZone: "UTC", ...options });
  return (date: string) => format.format(new Date(`${date}T00:00:00Z`));
};
const shortDay = dayFormat({ day: "numeric", month: "short" });
const fullDay = dayFormat({ weekday: "short", day: "numeric", month: "short" });
