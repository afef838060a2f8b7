import { Button } from "../components/forms/button.tsx";
import { Link } from "../components/layout/link.tsx";
import { PageHeader } from "../components/layout/page-header.tsx";
import { peopleTexts } from "../texts/people.ts";

const texts = peopleTexts.checkMail;

type CheckMailProps = {
  title: string;
  text: string;
  /** What to do where no mail comes. */
  hint?: string;
  /** Leads back to the form, for who mistyped the address. */
  onBack: () => void;
};

/** Says that a mail is on its way. */
export function CheckMail({ title, text, hint = texts.hint, onBack }: CheckMailProps) {
  return (
    <>
      <PageHeader title={title} text={text} takesFocus />
      <p className="signed-out-text">{hint}</p>
      <Button onPress={onBack}>{texts.otherAddress}</Button>
      <p className="signed-out-foot">
        <Link to="/sign-in">{texts.back}</Link>
      </p>
    </>
  );
}
