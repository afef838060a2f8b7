import { TextField } from "../components/forms/fields.tsx";
import { peopleTexts } from "../texts/people.ts";

type Props = { label: string; name: string; autoFocus?: boolean };

/** A field for a password that somebody chooses, with the rule that it must follow. */
export function NewPasswordField(props: Props) {
  return (
    <TextField
      {...props}
      description={peopleTexts.fields.passwordRule}
      type="password"
      autoComplete="new-password"
      isRequired
    />
  );
}
