import { Link } from "../components/layout/link.tsx";
import { Code } from "../components/values/text.tsx";

/** The screens of what an event may be about, by how its reference begins. */
const screens = {
  col: "/$environment/collections/$reference",
  pyt: "/$environment/payouts/$reference",
  kyc: "/$environment/identity-checks/$reference",
  va: "/$environment/virtual-accounts/$reference",
} as const;

/** What an event is about, as a link to its page; as it is where it has none. */
export function SubjectLink({ reference }: { reference: string }) {
  const to = screens[reference.split("_")[0] as keyof typeof screens] as string | undefined;
  const text = <Code>{reference}</Code>;
  if (to === undefined) return text;
  return (
    <Link to={to as (typeof screens)["col"]} params={{ reference }}>
      {text}
    </Link>
  );
}

/** The reference of what an event is about; undefined for a test event. */
export function subjectOf({ data }: { data: Record<string, unknown> }): string | undefined {
  const { reference } = data;
  return typeof reference === "string" ? reference : undefined;
}
