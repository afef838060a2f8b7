import { Link } from "../components/layout/link.tsx";
import { Code } from "../components/values/text.tsx";

/** The screens of events' subjects, by the reference's prefix. */
const screens = {
  col: "/$environment/collections/$reference",
  pyt: "/$environment/payouts/$reference",
  bat: "/$environment/payout-batches/$reference",
  rfd: "/$environment/refunds/$reference",
  kyc: "/$environment/identity-checks/$reference",
  va: "/$environment/virtual-accounts/$reference",
} as const;

/** An event's subject, as a link if it has a screen. */
export function SubjectLink({ reference }: { reference: string }) {
  const to = screens[reference.split("_")[0] as keyof typeof screens] as string | undefined;
  const text = <Code>{reference}</Code>;
  if (reference.startsWith("crd_"))
    return (
      <Link to="/$environment/unmatched-payments" search={{ reference }}>
        {text}
      </Link>
    );
  if (to === undefined) return text;
  return (
    <Link to={to as (typeof screens)["col"]} params={{ reference }}>
      {text}
    </Link>
  );
}

/** The reference of an event's subject; undefined for a test event. */
export function subjectOf({ data }: { data: Record<string, unknown> }): string | undefined {
  const { reference } = data;
  return typeof reference === "string" ? reference : undefined;
}
