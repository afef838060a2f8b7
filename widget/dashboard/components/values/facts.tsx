import type { Money as MoneyValue } from "../../api/types.ts";
import { Section } from "../layout/section.tsx";
import { Copyable } from "./copy-button.tsx";
import { Money } from "./money.tsx";
import { Code, Own } from "./text.tsx";
import { Time } from "./time.tsx";
import "./facts.css";

/** A name with its value, and how a text is shown. Undefined, null and empty values are left out. */
export type Fact = readonly [
  name: string,
  value: React.ReactNode | MoneyValue,
  as?: "copy" | "code" | "own" | "time" | "real time",
];

/** Facts with their names; with a title, a section of a screen. */
export function Facts({ title, text, facts }: { title?: string; text?: string; facts: readonly Fact[] }) {
  const list = (
    <dl className="facts">
      {facts
        .filter(([, value]) => value !== undefined && value !== null && value !== "")
        .map((fact) => (
          <div key={fact[0]}>
            <dt>{fact[0]}</dt>
            <dd>{show(fact)}</dd>
          </div>
        ))}
    </dl>
  );
  return title === undefined ? (
    list
  ) : (
    <Section title={title} text={text}>
      {list}
    </Section>
  );
}

function show([name, value, as]: Fact): React.ReactNode {
  if (isMoney(value)) return <Money {...value} />;
  if (typeof value !== "string") return value;
  if (as === "copy") return <Copyable text={value} what={name} />;
  if (as === "code") return <Code>{value}</Code>;
  if (as === "own") return <Own>{value}</Own>;
  if (as === "time" || as === "real time") return <Time at={value} isFull isReal={as === "real time"} />;
  return value;
}

const isMoney = (value: unknown): value is MoneyValue =>
  typeof value === "object" && value !== null && "currency" in value;
