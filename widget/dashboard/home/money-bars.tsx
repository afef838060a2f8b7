import { AxisBottom, AxisLeft } from "@visx/axis";
import { GridRows } from "@visx/grid";
import { useParentSize } from "@visx/responsive";
import { scaleBand, scaleLinear } from "@visx/scale";
import { BarRounded } from "@visx/shape";
import type { Summary } from "../api/types.ts";

export type Day = Summary["money"][number]["days"][number];

type MoneyBarsProps = Omit<React.SVGProps<SVGSVGElement>, "ref"> & {
  days: Day[];
  /** The index of the highlighted day. */
  chosen: number | undefined;
  onChoose: (day: number | undefined) => void;
  describeAmount: (value: number) => string;
  describeDay: (date: string) => string;
};

/** About how many lines are behind the bars. */
const LINES = 3;

/** In rem: the space around the bars grows with the person's text size. */
const [HEIGHT, LEFT, TOP, BOTTOM, NARROW] = [14, 3.25, 0.5, 1.5, 24];

/**
 * Money received and paid out, two bars a day, as wide as there is room, drawn by visx. Pointing at a day chooses it;
 * the other properties are those of the SVG element.
 */
export function MoneyBars({ days, chosen, onChoose, describeAmount, describeDay, ...props }: MoneyBarsProps) {
  const { parentRef, width } = useParentSize({ debounceTime: 0 });
  const rem = Number.parseFloat(getComputedStyle(document.documentElement).fontSize);
  const [left, bottom] = [LEFT * rem, (HEIGHT - BOTTOM) * rem];
  const most = Math.max(100_00, ...days.flatMap(({ received, sent }) => [received.value, sent.value]));
  const x = scaleBand({ domain: days.map(({ date }) => date), range: [left, Math.max(left, width)] });
  const bar = scaleBand({
    domain: [...kinds],
    range: [0, x.bandwidth()],
    paddingOuter: 0.4,
    paddingInner: 0.15,
  });
  const y = scaleLinear({ domain: [0, most], range: [bottom, TOP * rem], nice: LINES });
  const parts = width < NARROW * rem ? [0, 1 / 2, 1] : [0, 1 / 4, 1 / 2, 3 / 4, 1];
  return (
    <div ref={parentRef} className="home-chart-plot">
      <svg
        {...props}
        className="home-chart-bars"
        width={width}
        height={HEIGHT * rem}
        onPointerMove={({ clientX, currentTarget }) => {
          const from = currentTarget.getBoundingClientRect().left + left;
          onChoose(Math.floor((clientX - from) / x.step()));
        }}
        onPointerLeave={() => onChoose(undefined)}
      >
        <GridRows
          className="home-chart-grid"
          scale={y}
          tickValues={y.ticks(LINES)}
          left={left}
          width={width - left}
        />
        {days.map((day, index) => (
          <g key={day.date} className={index === chosen ? "home-chart-chosen" : undefined}>
            <rect className="home-chart-day" x={x(day.date)} width={x.bandwidth()} height={bottom} />
            {kinds.map((kind) => {
              // A small amount must still be visible.
              const height = day[kind].value === 0 ? 0 : Math.max(2, bottom - y(day[kind].value));
              return (
                <BarRounded
                  key={kind}
                  className={`home-chart-${kind}`}
                  x={x(day.date)! + bar(kind)!}
                  y={bottom - height}
                  width={bar.bandwidth()}
                  height={height}
                  radius={2}
                  top
                />
              );
            })}
          </g>
        ))}
        <AxisLeft
          axisClassName="home-chart-axis"
          scale={y}
          left={left}
          tickValues={y.ticks(LINES)}
          tickFormat={(value) => describeAmount(Number(value))}
          hideAxisLine
          hideTicks
        />
        <AxisBottom
          axisClassName="home-chart-axis"
          scale={x}
          top={bottom}
          tickValues={parts.map((part) => days[Math.round(part * (days.length - 1))]!.date)}
          tickFormat={describeDay}
          // The first and last labels don't stick out at the sides.
          tickLabelProps={(_date, index) => ({
            textAnchor: index === 0 ? "start" : index === parts.length - 1 ? "end" : "middle",
          })}
          hideTicks
        />
      </svg>
    </div>
  );
}

const kinds = ["received", "sent"] as const;
