import { useQuery } from "@tanstack/react-query";
import { useSearch } from "@tanstack/react-router";
import { useState } from "react";
import { useAttemptKey } from "../api/attempt-key.ts";
import { useMay } from "../api/permissions.ts";
import type { Payout, PayoutAccount } from "../api/types.ts";
import { Link } from "../components/layout/link.tsx";
import { PageHeader } from "../components/layout/page-header.tsx";
import { Notice } from "../components/messages/notice.tsx";
import { ErrorState, ScreenSkeleton } from "../components/messages/states.tsx";
import { limitsQuery } from "../limits/limits-queries.ts";
import { allPayoutAccountsQuery } from "../payout-accounts/payout-accounts-queries.ts";
import { useEnvironment } from "../shell/environment.ts";
import { LiveNeedsApproval, useIsOpen } from "../verification/live-needs-approval.tsx";
import { PayoutForm, type Draft } from "./payout-form.tsx";
import { balanceQuery, payoutQuery } from "./payouts-queries.ts";
import { ReviewPayout } from "./review-payout.tsx";

/** Creates a payout in two steps: recipient and amount, then a review. */
export function NewPayout() {
  return (
    <>
      <PageHeader
        title="New payout"
        text="Send money from your balance to a bank account in Nigeria."
        parent={<Link to="/$environment/payouts">Payouts</Link>}
      />
      <Steps />
    </>
  );
}

function Steps() {
  const environment = useEnvironment();
  const mayPay = useMay("pay");
  const isOpen = useIsOpen();
  const { account: chosen, again } = useSearch({ strict: false }) as { account?: string; again?: string };
  const balance = useQuery(balanceQuery(environment));
  const limits = useQuery(limitsQuery);
  const accounts = useQuery(allPayoutAccountsQuery(environment));
  const earlier = useQuery({ ...payoutQuery(environment, again ?? ""), enabled: again !== undefined });
  const [reviewed, setDraft] = useState<Draft>();
  const [isReviewed, setReviewed] = useState(false);
  const [refusal, setRefusal] = useState<Error>();
  const attempt = useAttemptKey(`${environment}-payout`);

  if (!mayPay)
    return <Notice kind="warning">You don’t have permission to send payouts. Ask an owner.</Notice>;
  if (!isOpen) return <LiveNeedsApproval what="Payouts" />;
  const failed = [balance, limits, accounts, earlier].find(
    ({ isError, data }) => isError && data === undefined,
  );
  if (failed) return <ErrorState error={failed.error} onRetry={() => void failed.refetch()} />;
  if (!balance.data || !limits.data || !accounts.data || (again !== undefined && !earlier.data))
    return <ScreenSkeleton hasTitle />;
  const draft = reviewed ?? (earlier.data && likeEarlier(earlier.data, accounts.data));
  return (
    <>
      <LiveNeedsApproval what="Payouts" />
      {reviewed !== undefined && isReviewed ? (
        <ReviewPayout
          draft={reviewed}
          attempt={attempt}
          onBack={(error) => {
            setRefusal(error);
            setReviewed(false);
          }}
        />
      ) : (
        <PayoutForm
          accounts={accounts.data}
          available={balance.data}
          limits={limits.data}
          draft={draft}
          chosen={chosen}
          refusal={refusal}
          onReview={(next) => {
            setDraft(next);
            setReviewed(true);
          }}
        />
      )}
    </>
  );
}

/**
 * The values of a failed payout, to send it again. The holder's name is requested again, since that may have been
 * wrong; and the reference stays with the failed one.
 */
function likeEarlier({ amount, purpose, narration, destination }: Payout, accounts: PayoutAccount[]): Draft {
  const { bankCode, accountNumber } = destination;
  const saved = accounts.find((each) => each.bankCode === bankCode && each.accountNumber === accountNumber);
  return {
    ...destination,
    amount: { value: amount.value, currency: "NGN" },
    purpose,
    narration: narration ?? "",
    merchantReference: "",
    payoutAccountId: saved?.reference,
  };
}
