import { useQuery } from "@tanstack/react-query";
import { dataQuery } from "../api/queries.ts";
import type { Journal } from "../api/types.ts";
import { Money } from "../components/values/money.tsx";
import { Section } from "../components/layout/section.tsx";
import { Loaded } from "../components/messages/loaded.tsx";
import { Time } from "../components/values/time.tsx";
import { useEnvironment } from "../shell/environment.ts";
import "../components/values/figures.css";
import "./ledger.css";

/**
 * The ledger entries of a payout, refund, collection or identity check: how each journal changed the balance. They
 * change with `status`, the present one.
 */
export function Journals({ reference, status }: { reference: string; status: string }) {
  const environment = useEnvironment();
  const query = dataQuery("/{environment}/journals/{reference}", { environment, reference });
  const journals = useQuery({ ...query, queryKey: [...query.queryKey, status] });
  return (
    <Section title="Ledger entries" text="Double-entry record of this payment.">
      <Loaded query={journals} width={40}>
        {(all) =>
          all.length === 0 ? (
            <p className="soft">No money has moved.</p>
          ) : (
            <div className="ledger-journals">
              {all.map((journal) => (
                <JournalTable key={`${journal.subject} ${journal.kind}`} journal={journal} />
              ))}
            </div>
          )
        }
      </Loaded>
    </Section>
  );
}

const accounts: Record<string, string> = {
  available: "Available balance",
  reserved: "Reserved balance",
  gateway: "Bank",
  fees: "Fees",
  vat_payable: "VAT",
  stamp_duty_payable: "Stamp duty",
  suspense: "Unmatched money",
};

const kinds: Record<string, string> = {
  credit_settled: "Payment credited",
  credit_suspended: "Payment held (unmatched)",
  credit_released: "Held payment credited",
  credit_accepted: "Unmatched payment accepted",
  credit_refunded: "Payment refunded",
  payout_accepted: "Reserved for payout",
  payout_settled: "Paid out",
  payout_released: "Reserve released",
  payout_reversed: "Returned by the bank",
  payout_release_undone: "Paid after all",
  payout_reversal_undone: "Not returned after all",
  refund_accepted: "Reserved for refund",
  refund_settled: "Refunded",
  refund_released: "Reserve released",
  refund_reversed: "Returned by the bank",
  refund_release_undone: "Refunded after all",
  refund_reversal_undone: "Not returned after all",
  return_accepted: "Reserved to return",
  return_settled: "Returned to the payer",
  return_released: "Held again",
  return_reversed: "Returned by the bank",
  return_release_undone: "Returned to the payer after all",
  return_reversal_undone: "Not returned by the bank after all",
  charges_refunded: "Fees refunded",
  identity_fee_reserved: "Reserved for the check",
  identity_fee_captured: "Fee charged for the check",
  identity_fee_released: "Reserve released",
};

function JournalTable({ journal: { kind, createdAt, entries } }: { journal: Journal }) {
  return (
    <table className="ledger-journal figures">
      <caption>
        <b className="name">{kinds[kind] ?? kind}</b> <Time at={createdAt} />
      </caption>
      <thead className="visually-hidden">
        <tr>
          <th scope="col">Account</th>
          <th scope="col">Amount</th>
          <th scope="col">Balance after</th>
        </tr>
      </thead>
      <tbody>
        {entries.map(({ account, amount, balanceAfter }) => (
          <tr key={account}>
            <th scope="row">{accounts[account] ?? account}</th>
            <td>
              {amount.value > 0 && "+"}
              <Money {...amount} />
            </td>
            <td className="soft">
              {balanceAfter && (
                <>
                  <span className="ledger-leaves">balance after </span>
                  <Money {...balanceAfter} />
                </>
              )}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
