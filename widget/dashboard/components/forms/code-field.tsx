import { TextField } from "./fields.tsx";

/** A field for the six digits that an authenticator app shows. */
export function CodeField({ label, description }: { label: string; description?: string }) {
  return (
    <TextField
      label={label}
      description={description}
      name="code"
      inputMode="numeric"
      autoComplete="one-time-code"
      isCode
      isRequired
      autoFocus
    />
  );
}
