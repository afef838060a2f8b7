import { Section } from "../layout/section.tsx";
import { Skeleton } from "../messages/states.tsx";
import { Icon, type IconName } from "./icon.tsx";
import { Time } from "./time.tsx";
import "./timeline.css";

export type TimelineEntry = {
  icon?: IconName;
  colour?: "grey" | "green" | "blue" | "amber" | "red";
  text: React.ReactNode;
  /** ISO 8601; an entry without a time is still to come. */
  at?: string;
  children?: React.ReactNode;
};

type TimelineProps = {
  title?: string;
  /** Undefined while they are loaded. */
  entries: TimelineEntry[] | undefined;
  children?: React.ReactNode;
};

/** A section with what happened to something, newest first. */
export function Timeline({ title = "Timeline", entries, children }: TimelineProps) {
  return (
    <Section title={title}>
      {entries === undefined ? <Skeleton width={30} /> : <Entries entries={entries} />}
      {children}
    </Section>
  );
}

function Entries({ entries }: { entries: TimelineEntry[] }) {
  return (
    <ol className="timeline">
      {entries.map(({ icon = "clock", colour = "grey", text, at, children }, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- entries are only added at the top, all at once
        <li key={index}>
          <span className={`timeline-mark mark tint-${colour}`}>
            <Icon name={icon} size={12} />
          </span>
          <div className="timeline-body">
            <p>{text}</p>
            {at !== undefined && (
              <p className="note">
                <Time at={at} isFull />
              </p>
            )}
            {children}
          </div>
        </li>
      ))}
    </ol>
  );
}
