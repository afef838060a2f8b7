import type { Summary } from "../api/types.ts";
import { Figure } from "./figure.tsx";

/** The share of successes among completed payments. */
export function SuccessRates({ rates }: { rates: Summary["successRates"] }) {
  return (
    <dl className="home-rates">
      <Rate name="Collections" {...rates.collections} />
      <Rate name="Payouts" {...rates.payouts} />
    </dl>
  );
}

function Rate({ name, ended, succeeded }: { name: string; ended: number; succeeded: number }) {
  const share = ended === 0 ? 0 : succeeded / ended;
  return (
    <Figure
      name={name}
      value={ended === 0 ? "–" : percent.format(floor(share))}
      note={
        ended === 0
          ? "None completed yet"
          : `${succeeded.toLocaleString("en-NG")} of ${ended.toLocaleString("en-NG")}`
      }
    >
      <dd>
        <svg className="home-rate-bar" viewBox="0 0 100 4" preserveAspectRatio="none" aria-hidden="true">
          <rect width={share * 100} height="4" />
        </svg>
      </dd>
    </Figure>
  );
}

const percent = new Intl.NumberFormat("en-NG", { style: "percent", maximumFractionDigits: 1 });

/** Rounded down: 100% means all. */
const floor = (share: number) => Math.floor(share * 1_000) / 1_000;
