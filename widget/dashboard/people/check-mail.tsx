import { Link } from "../components/link.tsx";
import { PageHeader } from "../components/page-header.tsx";
import { peopleTexts } from "../texts/people.ts";

/** Says that a mail is on its way. */
export function CheckMail({ title, text }: { title: string; text: string }) {
  return (
    <>
      <PageHeader title={title} text={text} />
      <p className="door-text">{peopleTexts.checkMail.hint}</p>
      <Link to="/sign-in">{peopleTexts.checkMail.back}</Link>
    </>
  );
}
