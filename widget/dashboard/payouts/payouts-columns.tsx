import type { Payout } from "../api/types.ts";
import type { Column } from "../components/lists/list.tsx";
import { State } from "../components/values/badge.tsx";
import { Money } from "../components/values/money.tsx";
import { Code, Own, Soft } from "../components/values/text.tsx";
import { Time } from "../components/values/time.tsx";
import { payoutStates } from "./payout-states.ts";

/** The columns of payout lists. */
export const payoutsColumns: Column<Payout>[] = [
  { heading: "Amount", align: "end", isMain: true, cell: ({ amount }) => <Money {...amount} /> },
  { heading: "Status", cell: ({ status }) => <State of={payoutStates[status]} /> },
  {
    heading: "To",
    isWide: true,
    cell: ({ destination: { accountName, bankName, accountNumber } }) => (
      <>
        {accountName}{" "}
        <Soft>
          {bankName} ····{accountNumber.slice(-4)}
        </Soft>
      </>
    ),
  },
  { heading: "Reference", isExtra: true, cell: ({ reference }) => <Code isSoft>{reference}</Code> },
  {
    heading: "Your reference",
    isExtra: true,
    cell: ({ merchantReference }) => <Own>{merchantReference}</Own>,
  },
  { heading: "Created", cell: ({ createdAt }) => <Time at={createdAt} /> },
];
