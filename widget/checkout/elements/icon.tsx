/** @jsxImportSource preact */
import type { JSX } from "preact";

/** The lines of each drawing, in a square of 24 by 24. */
const paths = {
  tick: "m5 12.5 4.5 4.5L19 7.5",
  clock: "M3.5 12a8.5 8.5 0 1 0 17 0a8.5 8.5 0 1 0-17 0M12 7.5V12l3 2",
  cross: "m7 7 10 10M17 7 7 17",
  alert: "M12 5.5v8M12 18.25v.01",
  copy: "M9 9h11v11H9zM5 15H4V4h11v1",
  offline: "M3 9a13 13 0 0 1 18 0M7 14a7 7 0 0 1 10 0M12 19v.01M4 3l16 18",
};

export type IconName = keyof typeof paths;

/** A drawing in the colour of the text beside it. That text says the same, so the icon needs no label. */
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
