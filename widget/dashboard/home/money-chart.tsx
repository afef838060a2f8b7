import { useState } from "react";
import type { Summary } from "../api/types.ts";
import { Button } from "../components/forms/button.tsx";
import { formatMoney, Money } from "../components/values/money.tsx";
import { homeTexts } from "../texts/home.ts";
import "./money-chart.css";

const texts = homeTexts.chart;
type Day = Summary["money"][number]["days"][number];

/** In units of the drawing, which is stretched to fit: how wide a day is, and how high the highest bar. */
const DAY = 10;
const HEIGHT = 100;

/**
 * Money received and paid out, two bars a day. Pointing at a day, or the arrow keys, show its figures above the bars; a
 * table has them all.
 */
export function MoneyChart({ days, currency }: { days: Day[]; currency: string }) {
  const [chosen, choose] = useState<number | undefined>();
  const [isTable, setTable] = useState(false);
  const shown = chosen === undefined ? undefined : days[chosen];
  const last = days.length - 1;
  const most = scaleFor(Math.max(...days.flatMap(({ received, sent }) => [received.value, sent.value])));
  const move = (to: number) => choose(Math.min(last, Math.max(0, to)));
  return (
    <figure className="home-chart">
      <figcaption className="home-chart-legend" aria-live="off">
        <span className="home-chart-when">{shown ? fullDay(shown.date) : texts.total}</span>
        <Legend
          name={texts.received}
          className="home-chart-received"
          value={shown?.received.value ?? sum(days, "received")}
          currency={currency}
        />
        <Legend
          name={texts.sent}
          className="home-chart-sent"
          value={shown?.sent.value ?? sum(days, "sent")}
          currency={currency}
        />
        {(shown?.returned.value ?? sum(days, "returned")) > 0 && (
          <Legend
            name={texts.returned}
            value={shown?.returned.value ?? sum(days, "returned")}
            currency={currency}
          />
        )}
      </figcaption>
      <div className="home-chart-plot">
        <p className="home-chart-scale" aria-hidden="true">
          {[most, most / 2, 0].map((value) => (
            <span key={value}>{compact(value, currency)}</span>
          ))}
        </p>
        <svg
          className="home-chart-bars"
          viewBox={`0 0 ${days.length * DAY} ${HEIGHT}`}
          preserveAspectRatio="none"
          role="slider"
          tabIndex={0}
          aria-label={texts.label}
          aria-orientation="horizontal"
          aria-valuemin={1}
          aria-valuemax={days.length}
          aria-valuenow={(chosen ?? last) + 1}
          aria-valuetext={describe(days[chosen ?? last]!)}
          onPointerMove={(event) => {
            const { left, width } = event.currentTarget.getBoundingClientRect();
            move(Math.floor(((event.clientX - left) / width) * days.length));
          }}
          onPointerLeave={() => choose(undefined)}
          onBlur={() => choose(undefined)}
          onKeyDown={(event) => {
            const steps: Record<string, number> = { ArrowLeft: -1, ArrowDown: -1, ArrowRight: 1, ArrowUp: 1 };
            const to =
              { Home: 0, End: last }[event.key] ?? (steps[event.key] ?? Number.NaN) + (chosen ?? last);
            if (Number.isNaN(to)) return;
            event.preventDefault();
            move(to);
          }}
        >
          {[0, HEIGHT / 2].map((y) => (
            <line key={y} className="home-chart-line" x2={days.length * DAY} y1={y} y2={y} />
          ))}
          {days.map((day, index) => (
            <g key={day.date} className={index === chosen ? "home-chart-chosen" : undefined}>
              <rect className="home-chart-day" x={index * DAY} width={DAY} height={HEIGHT} />
              <Bar className="home-chart-received" x={index * DAY + 1.5} share={day.received.value / most} />
              <Bar className="home-chart-sent" x={index * DAY + 5.25} share={day.sent.value / most} />
            </g>
          ))}
        </svg>
        <p className="home-chart-days" aria-hidden="true">
          {[0, 1, 2, 3, 4].map((quarter) => (
            <span key={quarter}>{shortDay(days[Math.round((quarter * last) / 4)]!.date)}</span>
          ))}
        </p>
      </div>
      <Button kind="quiet" size="small" aria-expanded={isTable} onPress={() => setTable(!isTable)}>
        {isTable ? texts.hideTable : texts.showTable}
      </Button>
      {isTable && <DaysTable days={days} />}
    </figure>
  );
}

function Bar({ className, x, share }: { className: string; x: number; share: number }) {
  // A small amount must still be visible.
  const height = share === 0 ? 0 : Math.max(1, share * HEIGHT);
  // The rounded lower end lies below the axis and is cut off.
  return (
    <rect className={className} x={x} y={HEIGHT - height} width={3.25} height={height + 4} rx={0.6} ry={1} />
  );
}

function Legend({
  name,
  className,
  value,
  currency,
}: {
  name: string;
  className?: string;
  value: number;
  currency: string;
}) {
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
      <table>
        <caption className="visually-hidden">{texts.caption}</caption>
        <thead>
          <tr>
            <th scope="col">{texts.day}</th>
            <th scope="col">{texts.received}</th>
            <th scope="col">{texts.sent}</th>
            <th scope="col">{texts.returned}</th>
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

/** The top of the scale: the next single digit with noughts whose half reads well, in whole units of the currency. */
function scaleFor(most: number): number {
  const least = Math.max(most, 100_00);
  const nought = 10 ** Math.floor(Math.log10(least));
  return [1, 2, 3, 4, 5, 6, 8, 10].map((step) => step * nought).find((top) => top >= least)!;
}

function describe(day: Day): string {
  const returned = day.returned.value > 0 ? formatMoney(day.returned) : undefined;
  return texts.valueOf(fullDay(day.date), formatMoney(day.received), formatMoney(day.sent), returned);
}

function compact(value: number, currency: string): string {
  return new Intl.NumberFormat("en-NG", {
    style: "currency",
    currency,
    currencyDisplay: "narrowSymbol",
    notation: "compact",
  }).format(value / 100);
}

/** Days are names, not moments: they are the same wherever they are read. */
const dayFormat = (options: Intl.DateTimeFormatOptions) => {
  const format = new Intl.DateTimeFormat("en-GB", { timeZone: "UTC", ...options });
  return (date: string) => format.format(new Date(`${date}T00:00:00Z`));
};
const shortDay = dayFormat({ day: "numeric", month: "short" });
const fullDay = dayFormat({ weekday: "short", day: "numeric", month: "short" });
