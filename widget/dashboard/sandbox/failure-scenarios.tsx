import { useSession } from "../api/session.ts";
import { useChange } from "../api/change.ts";
import { Button } from "../components/forms/button.tsx";
import { ShortList, type Column } from "../components/lists/list.tsx";
import { Copyable } from "../components/values/copy-button.tsx";
import { Section } from "../components/layout/section.tsx";
import { checkIdentity, payOutTo } from "./sandbox-queries.ts";

const accounts = [
  ["0000000001", "Fails with DESTINATION_REJECTED, and the money comes back."],
  ["0000000002", "Stays in processing."],
  ["0000000003", "Succeeds, then is reversed two seconds later."],
  ["0000000004", "Sending times out; ten seconds later the bank reports success."],
  ["9999999999", "The account can’t be resolved: 500 INTERNAL_ERROR."],
  ["9999999998", "The bank is down: the same response."],
] as const;

const people = [
  ["00000000000", "No record: verified is false."],
  ["11111111111", "On record with the phone number 08011111111 only."],
  ["99999999999", "The identity provider is down: 500 INTERNAL_ERROR, no charge."],
] as const;

/** The test numbers that simulate failures, to copy or run. */
export function FailureScenarios() {
  const role = useSession().merchant?.role;
  const mayPay = role === "owner" || role === "finance";
  return (
    <Section
      title="Simulate failures"
      text={`Test numbers that trigger failures. Use them in your own requests, or run them here.${mayPay ? "" : " Only owners and finance can run them here."}`}
    >
      <div className="stack">
        <Numbers
          title="Account numbers for payouts and refunds"
          numbers={accounts}
          onHappen={mayPay ? payOut : undefined}
        />
        <Numbers title="BVN and NIN" numbers={people} onHappen={mayPay ? check : undefined} />
      </div>
    </Section>
  );
}

const payOut = async (number: string) => {
  await payOutTo(number);
  return "A payout of ₦100 was created. Follow it under Payouts.";
};

const check = async (number: string) =>
  `Check completed: ${(await checkIdentity(number)) ? "verified" : "not verified"}.`;

type NumbersProps = {
  title: string;
  numbers: readonly (readonly [number: string, happens: string])[];
  /** Runs the number, and returns the text to show; undefined without the permission. */
  onHappen: ((number: string) => Promise<string>) | undefined;
};

function Numbers({ title, numbers, onHappen }: NumbersProps) {
  const happen = useChange((number: string) => onHappen!(number), {
    reload: [["test"]],
    done: (message) => message,
    // Some of the numbers simulate an outage.
    saysRefusal: true,
  });
  const columns: Column<(typeof numbers)[number]>[] = [
    { heading: "Number", isMain: true, cell: ([number]) => <Copyable text={number} what={number} /> },
    { heading: "Result", isWide: true, cell: ([, happens]) => happens },
  ];
  if (onHappen)
    columns.push({
      heading: "Actions",
      isActions: true,
      cell: ([number]) => (
        <Button
          size="small"
          aria-label={`Run ${number}`}
          isPending={happen.isPending && happen.variables === number}
          isDisabled={happen.isPending}
          onPress={() => happen.mutate(number)}
        >
          Run
        </Button>
      ),
    });
  return (
    <div>
      <h3>{title}</h3>
      <ShortList caption={title} columns={columns} keyOf={([number]) => number} items={numbers} />
    </div>
  );
}
