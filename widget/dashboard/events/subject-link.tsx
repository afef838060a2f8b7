import { Link } from "../components/layout/link.tsx";
import { useEnvironment } from "../shell/environment.ts";

/** What an event, or a found reference, is about, as a link to its page; as it is where it has none. */
export function SubjectLink({ reference }: { reference: string }) {
  const environment = useEnvironment();
  const params = { environment, reference };
  const text = <code translate="no">{reference}</code>;
  if (reference.startsWith("col_"))
    return (
      <Link to="/$environment/collections/$reference" params={params}>
        {text}
      </Link>
    );
  if (reference.startsWith("pyt_"))
    return (
      <Link to="/$environment/payouts/$reference" params={params}>
        {text}
      </Link>
    );
  if (reference.startsWith("kyc_"))
    return (
      <Link to="/$environment/identity-checks/$reference" params={params}>
        {text}
      </Link>
    );
  if (reference.startsWith("va_"))
    return (
      <Link to="/$environment/virtual-accounts/$reference" params={params}>
        {text}
      </Link>
    );
  return text;
}

/** The reference of what an event is about; undefined for a test event. */
export function subjectOf({ data }: { data: Record<string, unknown> }): string | undefined {
  const { reference } = data;
  return typeof reference === "string" ? reference : undefined;
}
