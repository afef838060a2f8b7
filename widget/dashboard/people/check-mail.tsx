import { Button } from "../components/forms/button.tsx";
import { Link } from "../components/layout/link.tsx";
import { PageHeader } from "../components/layout/page-header.tsx";

type CheckMailProps = {
  text: string;
  /** What to do if no email arrives. */
  hint?: string;
  /** Returns to the form, to correct the address. */
  onBack: () => void;
};

export function CheckMail({
  text,
  hint = "Didn’t get it? Check your spam folder, or try again in a few minutes.",
  onBack,
}: CheckMailProps) {
  return (
    <>
      <PageHeader title="Check your email" text={`${text} ${hint}`} takesFocus />
      <Button onPress={onBack}>Use another email</Button>
      <p className="signed-out-foot">
        <Link to="/sign-in">Back to sign in</Link>
      </p>
    </>
  );
}
