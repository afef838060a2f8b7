import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { ApiError } from "../api/api-error.ts";
import type { useAttemptKey } from "../api/attempt-key.ts";
import { post, useChange } from "../api/change.ts";
import { Button } from "../components/forms/button.tsx";
import { Facts } from "../components/values/facts.tsx";
import { Code } from "../components/values/text.tsx";
import { useUnsaved } from "../components/forms/unsaved.ts";
import { Actions, FormError } from "../components/forms/form.tsx";
import { ActionLink } from "../components/layout/link.tsx";
import { formatMoney, Money } from "../components/values/money.tsx";
import { Notice } from "../components/messages/notice.tsx";
import { Unclear } from "../components/messages/unclear.tsx";
import { Card, Section } from "../components/layout/section.tsx";
import { useWait } from "../components/messages/use-wait.ts";
import { useEnvironment } from "../shell/environment.ts";
import { accountOf, type Draft } from "./payout-form.tsx";
import { priceFacts, quoteQuery } from "./payout-quote.ts";
import { purposeNames } from "./purposes.ts";
import "./payouts.css";

type ReviewProps = {
  draft: Draft;
  attempt: ReturnType<typeof useAttemptKey>;
  /** With a refusal, if the form has the field to correct. */
  onBack: (refusal?: Error) => void;
};

/** Everything about a payout, and the button that sends it. */
export function ReviewPayout({ draft, attempt, onBack }: ReviewProps) {
  const environment = useEnvironment();
  const navigate = useNavigate();
  const { amount, purpose, narration, merchantReference, bankName, accountNumber, accountName } = draft;
  const body = { amount, purpose, ...accountOf(draft) };
  const quote = useQuery(quoteQuery(environment, body));
  const send = useChange(
    () =>
      post(
        "/{environment}/payouts",
        { environment },
        {
          ...body,
          ...(narration !== "" && { narration }),
          ...(merchantReference !== "" && { merchantReference }),
        },
        attempt.key(),
      ),
    {
      attempt,
      reload: [[environment]],
      done: "Payout created",
      goOn: ({ reference }) =>
        navigate({ to: "/$environment/payouts/$reference", params: { environment, reference } }),
    },
  );

  useUnsaved(send.isIdle || send.isError);
  const isWaiting = useWait(send.error) > 0;
  return (
    <div className="narrow stack">
      <Section title="Check this payout" text="Bank transfers can’t be reversed.">
        <Card>
          <p className="payouts-figure">
            <Money {...amount} />
          </p>
          <Facts
            facts={[
              [
                "Recipient",
                <strong dir="auto" translate="no">
                  {accountName}
                </strong>,
              ],
              [
                "Account",
                <>
                  {bankName}, <Code>{accountNumber}</Code>
                </>,
              ],
              ["Purpose", purposeNames[purpose]],
              ["Narration", narration, "own"],
              ["Your reference", merchantReference, "own"],
              ...(quote.data ? priceFacts(quote.data) : []),
            ]}
          />
        </Card>
      </Section>
      {send.error && <Refusal error={send.error} />}
      <Actions>
        <Button
          kind="primary"
          isPending={send.isPending}
          isDisabled={isWaiting}
          onPress={() =>
            send.mutate(undefined, { onError: (error) => isReferenceUsed(error) && onBack(error) })
          }
        >
          {`Send ${formatMoney(amount)}`}
        </Button>
        <Button isDisabled={send.isPending} onPress={() => onBack()}>
          Edit
        </Button>
      </Actions>
    </div>
  );
}

const isReferenceUsed = (error: Error) =>
  error instanceof ApiError && error.code === "MERCHANT_REFERENCE_CONFLICT";

/** Why it was not sent; or that this is unclear, and what to do then. */
function Refusal({ error }: { error: Error }) {
  if (error instanceof ApiError && error.code === "IDEMPOTENCY_KEY_CONFLICT") {
    const toPayouts = <ActionLink to="/$environment/payouts">View payouts</ActionLink>;
    return (
      <Notice kind="warning" action={toPayouts}>
        This form was already submitted with different details. Check your payouts before you try again.
      </Notice>
    );
  }
  return (
    <>
      <FormError error={error} />
      <Unclear error={error} />
    </>
  );
}
