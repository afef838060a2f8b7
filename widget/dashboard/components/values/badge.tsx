import "./badge.css";

export type BadgeColour = "grey" | "green" | "blue" | "amber" | "red";

/** A state in a word. The colour only helps: the word is enough. */
export function Badge({ colour = "grey", children }: { colour?: BadgeColour; children: React.ReactNode }) {
  return <span className={`badge tint-${colour}`}>{children}</span>;
}

/** States with their words and colours. */
export type States<Status extends string> = Record<Status, readonly [text: string, colour: BadgeColour]>;

export function State({ of: [text, colour] }: { of: readonly [text: string, colour: BadgeColour] }) {
  return <Badge colour={colour}>{text}</Badge>;
}

/** Each state with its word, as options. */
export const optionsOf = <Status extends string>(states: States<Status>): [Status, string][] =>
  (Object.keys(states) as Status[]).map((status) => [status, states[status][0]]);
