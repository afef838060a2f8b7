import type { Report, Sample } from "../run-faults.ts";

const WIDTH = 1_000;
const LEFT = 330;
const ROW = 16;
const RATES = 140;
/** Rates are averaged over this many samples, one per second. */
const WINDOW = 5;

const lines = [
  ["accepted", "#1565c0"],
  ["sent", "#2e7d32"],
  ["delivered", "#ef6c00"],
] as const;

/**
 * The run as a picture: a line for each kind of fault, one for each alert (pale while pending), and below the payouts
 * accepted, sent and delivered per second.
 */
export function drawTimeline({ faults, alerts, rates }: Report): string {
  const ends = [...faults, ...alerts].map(({ to }) => to);
  const end = Math.max(1, rates.at(-1)?.at ?? 1, ...ends);
  const x = (at: number) => (LEFT + (at / end) * (WIDTH - LEFT)).toFixed(1);
  const bars: Bar[] = [
    ...faults.map((fault) => ({ ...fault, fill: "#c62828", opacity: 0.6 })),
    ...alerts.map((alert) => ({ ...alert, fill: "#6a1b9a", opacity: alert.state === "firing" ? 0.9 : 0.3 })),
  ];
  const namesOf = (some: { name: string }[]) => [...new Set(some.map(({ name }) => name))].sort();
  const names = [...namesOf(faults), ...namesOf(alerts)];
  const rows = names.map((name, index) => {
    const y = index * ROW;
    const drawn = bars
      .filter((bar) => bar.name === name)
      .map(({ from, to, fill, opacity }) => {
        const start = Math.max(0, from);
        const width = Math.max(2, Number(x(to)) - Number(x(start))).toFixed(1);
        return `<rect x="${x(start)}" y="${y + 3}" width="${width}" height="${ROW - 6}" fill="${fill}" fill-opacity="${opacity}"/>`;
      });
    return `<text x="0" y="${y + 12}">${name}</text>${drawn.join("")}`;
  });

  const top = names.length * ROW + 20;
  const perSecond = (name: (typeof lines)[number][0]) =>
    rates
      .slice(WINDOW)
      .map((sample, index) => ({ at: sample.at, value: rateOf(rates[index]!, sample, name) }));
  const most = Math.max(1, ...lines.flatMap(([name]) => perSecond(name).map(({ value }) => value)));
  const curves = lines.map(([name, colour], index) => {
    const points = perSecond(name).map(
      ({ at, value }) => `${x(at)},${(top + RATES - (value / most) * RATES).toFixed(1)}`,
    );
    return (
      `<polyline points="${points.join(" ")}" fill="none" stroke="${colour}" stroke-width="1.5"/>` +
      `<text x="0" y="${top + 14 + index * ROW}" style="fill:${colour}">${name} a second</text>`
    );
  });
  const axis = `<line x1="${LEFT}" x2="${WIDTH}" y1="${top + RATES}" y2="${top + RATES}" stroke="currentColor"/>
    <text x="${LEFT - 8}" y="${top + 8}" text-anchor="end">${Math.round(most)}</text>
    <text x="${LEFT}" y="${top + RATES + 14}">0 s</text>
    <text x="${WIDTH}" y="${top + RATES + 14}" text-anchor="end">${Math.round(end / 1_000)} s</text>`;
  const label = "The faults and alerts of the run, and what was accepted, sent and delivered a second";
  return `<svg viewBox="0 0 ${WIDTH} ${top + RATES + 20}" role="img" aria-label="${label}">${rows.join("")}${axis}${curves.join("")}</svg>`;
}

type Bar = { name: string; from: number; to: number; fill: string; opacity: number };

function rateOf(from: Sample, to: Sample, name: "accepted" | "sent" | "delivered"): number {
  return ((to[name] - from[name]) * 1_000) / Math.max(1, to.at - from.at);
}
