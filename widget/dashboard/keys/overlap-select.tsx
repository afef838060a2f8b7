import { Select } from "../components/forms/select.tsx";

/** How long what was replaced goes on working, by hours. */
const overlaps = { 0: "Immediately", 1: "In 1 hour", 24: "In 24 hours", 72: "In 3 days" };

/** Asks for the overlap of a rotation. Its name in a form is `overlapHours`. */
export function OverlapSelect({ label }: { label: string }) {
  return <Select name="overlapHours" label={label} defaultValue="24" options={Object.entries(overlaps)} />;
}

/** What was chosen, as the API takes it. */
export const overlapOf = ({ overlapHours }: Record<string, string>) => ({
  overlapHours: Number(overlapHours) as 0 | 1 | 24 | 72,
});
