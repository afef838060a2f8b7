import { Select } from "../components/forms/select.tsx";
import { FormDialog } from "../components/layout/dialog.tsx";

/** How long the replaced one keeps working, by hours. */
const overlaps = { 0: "Immediately", 1: "In 1 hour", 24: "In 24 hours", 72: "In 3 days" };

export type Overlap = { overlapHours: 0 | 1 | 24 | 72 };

type RotateDialogProps = {
  what: "key" | "secret";
  text: string;
  change: { isPending: boolean; error: Error | null; mutate: (overlap: Overlap) => void };
  onClose: () => void;
};

/** Takes the overlap of a rotation. */
export function RotateDialog({ what, text, change, onClose }: RotateDialogProps) {
  return (
    <FormDialog
      title={`Rotate ${what}`}
      submit={`Rotate ${what}`}
      text={text}
      change={{
        ...change,
        mutate: ({ overlapHours }) =>
          change.mutate({ overlapHours: Number(overlapHours) as Overlap["overlapHours"] }),
      }}
      onClose={onClose}
      isDismissable
    >
      <Select
        name="overlapHours"
        label={`Old ${what} expires`}
        defaultValue="24"
        options={Object.entries(overlaps)}
      />
    </FormDialog>
  );
}
