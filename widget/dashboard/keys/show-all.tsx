import { Dialog, DialogTrigger } from "react-aria-components/Dialog";
import { Popover } from "react-aria-components/Popover";
import { Button } from "../components/forms/button.tsx";
import "../components/layout/popover.css";

type ShowAllProps = {
  /** What the values are, and of what. */
  label: string;
  /** How many there are, in short. */
  text: string;
  values: readonly string[];
};

/** A short text that opens the full list, by pointer, key or touch. */
export function ShowAll({ label, text, values }: ShowAllProps) {
  return (
    <DialogTrigger>
      <Button size="small" kind="quiet" aria-label={`${label}: ${text}`}>
        {text}
      </Button>
      <Popover className="popover" placement="bottom start" offset={4}>
        <Dialog className="popover-text" aria-label={label}>
          <ul>
            {values.map((value) => (
              <li key={value}>
                <code translate="no">{value}</code>
              </li>
            ))}
          </ul>
        </Dialog>
      </Popover>
    </DialogTrigger>
  );
}
