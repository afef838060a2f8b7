import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { ApiError } from "../api/api-error.ts";
import { isUnclear, type useAttemptKey } from "../api/attempt-key.ts";
import { api, dataOf } from "../api/client.ts";
import type { Money as MoneyValue } from "../api/types.ts";
import { Button } from "../components/forms/button.tsx";
import { DescriptionList } from "../components/values/description-list.tsx";
import { useUnsaved } from "../components/forms/unsaved.ts";
import { FormActions, FormError } from "../components/forms/form.tsx";
import { ButtonLink } from "../components/layout/link.tsx";
import { formatMoney, Money } from "../components/values/money.tsx";
import { Notice } from "../components/messages/notice.tsx";
import { Card, Section } from "../components/layout/section.tsx";
import { toast } from "../components/messages/toasts.tsx";
import { useWait } from "../components/messages/use-wait.ts";
import { useEnvironment } from "../shell/environment.ts";
import { payoutTexts } from "../texts/payouts.ts";
import type { Draft } from "./payout-form.tsx";
import "./payouts.css";

const { create: texts } = payoutTexts;

type ReviewProps = {
  draft: Draft;
  available: MoneyValue;
  attempt: ReturnType<typeof useAttemptKey>;
  onBack: () => void;
};

/** Everything about a payout once more, and the button that sends it. */
export function ReviewPayout({ draft, available, attempt, onBack }: ReviewProps) {
  const environment = useEnvironment();
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const { amount, fee, narration, bankCode, bankName, accountNumber, accountName, payoutAccountId } = draft;
  const total = amount.value + fee.value;
  const naira = (value: number) => ({ value, currency: amount.currency });

  const send = useMutation({
    mutationFn: () =>
      dataOf(
        api.POST("/{environment}/payouts", {
          params: { path: { environment }, header: { "Idempotency-Key": attempt.key } },
          body: {
            amount: { value: amount.value, currency: "NGN" },
            ...(payoutAccountId === undefined
              ? { destination: { bankCode, accountNumber, accountName } }
              : { payoutAccountId }),
            ...(narration !== "" && { narration }),
          },
        }),
      ),
    onSettled: (_sent, error) => attempt.settled(error),
    onSuccess: ({ reference }) => {
      void queryClient.invalidateQueries({ queryKey: [environment] });
      toast(texts.sent);
      void navigate({ to: "/$environment/payouts/$reference", params: { environment, reference } });
    },
  });

  useUnsaved(send.isIdle || send.isError);
  const isWaiting = useWait(send.error) > 0;
  return (
    <div className="payouts-form">
      <Section title={texts.reviewTitle} text={texts.reviewText}>
        <Card>
          <p className="payouts-figure">
            <Money {...amount} />
          </p>
          <DescriptionList
            entries={[
              [
                texts.recipient,
                <strong key="name" dir="auto" translate="no">
                  {accountName}
                </strong>,
              ],
              [
                texts.account,
                <span key="account">
                  {bankName}, <code translate="no">{accountNumber}</code>
                </span>,
              ],
              [
                texts.narration,
                narration === "" ? undefined : (
                  <span dir="auto" translate="no">
                    {narration}
                  </span>
                ),
              ],
              [texts.fee, <Money key="fee" {...fee} />],
              [texts.total, <Money key="total" {...naira(total)} />],
              [texts.left, <Money key="left" {...naira(available.value - total)} />],
            ]}
          />
        </Card>
      </Section>
      {send.error && <Refusal error={send.error} />}
      <FormActions>
        <Button
          kind="primary"
          isPending={send.isPending}
          isDisabled={isWaiting}
          onPress={() => send.mutate()}
        >
          {texts.send(formatMoney(amount))}
        </Button>
        <Button isDisabled={send.isPending} onPress={onBack}>
          {texts.back}
        </Button>
      </FormActions>
    </div>
  );
}

/** Why it was not sent; or that nobody knows, and what to do then. */
function Refusal({ error }: { error: Error }) {
  const environment = useEnvironment();
  if (error instanceof ApiError && error.code === "IDEMPOTENCY_KEY_CONFLICT") {
    return (
      <Notice
        kind="warning"
        action={
          <ButtonLink size="small" to="/$environment/payouts" params={{ environment }}>
            {texts.seePayouts}
          </ButtonLink>
        }
      >
        {texts.conflict}
      </Notice>
    );
  }
  return (
    <>
      <FormError error={error} />
      {isUnclear(error) && <Notice kind="info">{texts.unsure}</Notice>}
    </>
  );
}
