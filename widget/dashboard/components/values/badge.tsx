import "./badge.css";

export type BadgeColour = "grey" | "green" | "blue" | "amber" | "red";

/** A state in a word. Its colour helps the eye; the word says it. */
export function Badge({ colour = "grey", children }: { colour?: BadgeColour; children: React.ReactNode }) {
  return <span className={`badge badge-${colour}`}>{children}</span>;
}
