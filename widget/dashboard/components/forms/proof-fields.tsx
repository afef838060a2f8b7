import { TextField } from "./fields.tsx";

type PasswordFieldProps = { label: string; name?: string; autoFocus?: boolean };

/** A field for the password that somebody has. */
export function PasswordField({ label, name = "password", autoFocus = false }: PasswordFieldProps) {
  return (
    <TextField
      label={label}
      name={name}
      type="password"
      autoComplete="current-password"
      isRequired
      autoFocus={autoFocus}
    />
  );
}

/** A field for a password that somebody chooses, with the rule that it must follow. */
export function NewPasswordField({ label, name = "password", autoFocus = false }: PasswordFieldProps) {
  return (
    <TextField
      label={label}
      name={name}
      description="At least 12 characters."
      type="password"
      autoComplete="new-password"
      isRequired
      autoFocus={autoFocus}
    />
  );
}

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
