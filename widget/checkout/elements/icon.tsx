/** @jsxImportSource preact */
import type { JSX } from "preact";

/** The lines of each drawing, in a square of 24 by 24. */
const paths = {
  tick: "m5 12.5 4.5 4.5L19 7.5",
  clock: "M3.5 12a8.5 8.5 0 1 0 17 0a8.5 8.5 0 1 0-17 0M12 7.5V12l3 2",
  cross: "m7 7 10 10M17 7 7 17",
  alert: "M12 5.5v8M12 18.25v.01",
  copy: "M11.5 9h6a2.5 2.5 0 0 1 2.5 2.5v6a2.5 2.5 0 0 1-2.5 2.5h-6a2.5 2.5 0 0 1-2.5-2.5v-6a2.5 2.5 0 0 1 2.5-2.5zM5.5 15A1.5 1.5 0 0 1 4 13.5v-8A1.5 1.5 0 0 1 5.5 4h8A1.5 1.5 0 0 1 15 5.5",
  offline:
    "M3 9a14 14 0 0 1 5-3M13 5a14 14 0 0 1 8 4M6.5 12.7A9 9 0 0 1 10 10.7M9.5 16.2a4 4 0 0 1 5 0M12 19.5v.01M4 3l16 18",
};

export type IconName = keyof typeof paths;

/** A drawing in the colour of the text beside it. The text says the same, so that it needs no name of its own. */
export function Icon({ name }: { name: IconName }): JSX.Element {
  return <Drawing path={paths[name]} />;
}

export function Drawing({ path }: { path: string }): JSX.Element {
  return (
    <svg class="icon" viewBox="0 0 24 24" aria-hidden="true">
      <path d={path} />
    </svg>
  );
}
