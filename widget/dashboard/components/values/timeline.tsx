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

/** What happened to something, the newest first. */
export function Timeline({ entries }: { entries: TimelineEntry[] }) {
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
