import { useSession } from "../../api/session.ts";

/** A sentence that ends with the operator's support address. Nothing if there is none. */
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
