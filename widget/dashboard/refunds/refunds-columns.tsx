import type { Refund } from "../api/types.ts";
import type { Column } from "../components/lists/list.tsx";
import { State } from "../components/values/badge.tsx";
import { Money } from "../components/values/money.tsx";
import { Code, Own, Soft } from "../components/values/text.tsx";
import { Time } from "../components/values/time.tsx";
import { refundReasons } from "./refund-reasons.ts";
import { refundStates } from "./refund-states.ts";

/** The columns of lists of refunds. */
export const refundsColumns: Column<Refund>[] = [
  { heading: "Amount", align: "end", isMain: true, cell: ({ amount }) => <Money {...amount} /> },
  { heading: "Status", cell: ({ status }) => <State of={refundStates[status]} /> },
  {
    heading: "To",
    isWide: true,
    cell: ({ destination }) =>
      destination && (
        <>
          <Own>{destination.accountName}</Own>{" "}
          <Soft>
            {destination.bankName} ····{destination.accountNumber.slice(-4)}
          </Soft>
        </>
      ),
  },
  { heading: "Reason", isExtra: true, cell: ({ reason }) => refundReasons[reason] },
  { heading: "Reference", isExtra: true, cell: ({ reference }) => <Code isSoft>{reference}</Code> },
  { heading: "Created", cell: ({ createdAt }) => <Time at={createdAt} /> },
];
