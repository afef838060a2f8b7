import { useSession } from "../../api/session.ts";

/** A sentence that ends with the address of the operator's support. Nothing where the operator names none. */
export function WriteToSupport({ text }: { text: string }) {
  const { supportEmail } = useSession();
  if (supportEmail === null) return null;
  return (
    <>
      {text}{" "}
      <a className="link" href={`mailto:${supportEmail}`}>
        {supportEmail}
      </a>
      .
    </>
  );
}
