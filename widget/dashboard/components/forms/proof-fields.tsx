import { TextField } from "./fields.tsx";

type PasswordFieldProps = { label: string; name?: string; autoFocus?: boolean };

/** A field for an existing password. */
export function PasswordField(props: PasswordFieldProps) {
  return <TextField name="password" type="password" autoComplete="current-password" isRequired {...props} />;
}

/** A field for a new password, with its rule. */
export function NewPasswordField(props: PasswordFieldProps) {
  return (
    <TextField
      name="password"
      description="At least 12 characters."
      type="password"
      autoComplete="new-password"
      isRequired
      {...props}
    />
  );
}

/** A field for the six digits that an authenticator app shows. */
export function CodeField(props: { label: string; description?: string }) {
  return (
    <TextField
      name="code"
      inputMode="numeric"
      autoComplete="one-time-code"
      isCode
      isRequired
      autoFocus
      {...props}
    />
  );
}
