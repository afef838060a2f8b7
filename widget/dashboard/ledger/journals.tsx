import { useQuery } from "@tanstack/react-query";
import type { Journal } from "../api/types.ts";
import { Money } from "../components/values/money.tsx";
import { Section } from "../components/layout/section.tsx";
import { ErrorState, Skeleton } from "../components/messages/states.tsx";
import { Time } from "../components/values/time.tsx";
import { useEnvironment } from "../shell/environment.ts";
import { ledgerTexts as texts } from "../texts/ledger.ts";
import { journalsQuery } from "./journals-queries.ts";
import "./ledger.css";

/** The ledger entries of a payout, collection or identity check: how each movement changed the balance. */
export function Journals({ reference, status }: { reference: string; status: string }) {
  const environment = useEnvironment();
  const journals = useQuery(journalsQuery(environment, reference, status));
  return (
    <Section title={texts.title} text={texts.text}>
      {journals.isError && journals.data === undefined ? (
        <ErrorState error={journals.error} onRetry={() => void journals.refetch()} />
      ) : journals.data === undefined ? (
        <Skeleton width={40} />
      ) : journals.data.length === 0 ? (
        <p className="list-soft">{texts.none}</p>
      ) : (
        <div className="ledger-journals">
          {journals.data.map((journal) => (
            <JournalTable key={`${journal.subject} ${journal.kind}`} journal={journal} />
          ))}
        </div>
      )}
    </Section>
  );
}

function JournalTable({ journal: { kind, createdAt, entries } }: { journal: Journal }) {
  return (
    <table className="ledger-journal">
      <caption>
        <span>{texts.kinds[kind as keyof typeof texts.kinds] ?? kind}</span> <Time at={createdAt} isReal />
      </caption>
      <thead className="visually-hidden">
        <tr>
          <th scope="col">{texts.account}</th>
          <th scope="col">{texts.amount}</th>
          <th scope="col">{texts.balance}</th>
        </tr>
      </thead>
      <tbody>
        {entries.map(({ account, amount, balanceAfter }) => (
          <tr key={account}>
            <th scope="row">{texts.accounts[account as keyof typeof texts.accounts] ?? account}</th>
            <td>
              {amount.value > 0 && "+"}
              <Money {...amount} />
            </td>
            <td className="list-soft">
              {balanceAfter && (
                <>
                  <span className="ledger-leaves">{texts.left} </span>
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
