import { useQuery } from "@tanstack/react-query";
import { put, useChange } from "../api/change.ts";
import { useMay } from "../api/permissions.ts";
import { useSession } from "../api/session.ts";
import type { ApprovalPolicy } from "../api/types.ts";
import { AmountField, parseNaira } from "../components/forms/amount-field.tsx";
import { Button } from "../components/forms/button.tsx";
import { Checkbox } from "../components/forms/checkbox.tsx";
import { Form, FormError, Submit } from "../components/forms/form.tsx";
import { ActionLink } from "../components/layout/link.tsx";
import { LoadedScreen } from "../components/layout/loaded-screen.tsx";
import { Section } from "../components/layout/section.tsx";
import { Notice } from "../components/messages/notice.tsx";
import { Facts } from "../components/values/facts.tsx";
import { formatMoney } from "../components/values/money.tsx";
import { Own, Soft } from "../components/values/text.tsx";
import { roleTexts } from "../members/roles.ts";
import { useEnvironment } from "../shell/environment.ts";
import { policyQuery } from "./approvals-queries.ts";

type Rules = Pick<ApprovalPolicy["policy"], "amountMax" | "dayMax" | "newDestinations">;

export function ApprovalPolicyScreen() {
  const environment = useEnvironment();
  const mayOwn = useMay("own");
  return (
    <div className="medium">
      <LoadedScreen
        title="Approval policy"
        text={`Which payouts, refunds and unmatched payments wait for a second person, in ${environment} mode.`}
        query={useQuery(policyQuery(environment))}
      >
        {(data) => (
          <>
            <Warnings {...data} />
            {data.next && <NextPolicy policy={data.policy} next={data.next} />}
            <Section title="Current policy">
              {isNone(data.policy) ? (
                <p>No payment needs approval.</p>
              ) : (
                <Facts facts={[...factsOf(data.policy), ["Since", data.policy.startsAt, "time"]]} />
              )}
            </Section>
            {mayOwn ? (
              <PolicyForm key={JSON.stringify(data.policy)} policy={data.policy} />
            ) : (
              <p className="note">Only owners can change this policy.</p>
            )}
            <Section
              title="Who can approve"
              text="Owners and people with the role Approver, but nobody their own payments."
              actions={<ActionLink to="/$environment/settings/people">Go to people</ActionLink>}
            >
              <ul className="lines">
                {data.approvers.map(({ reference, name, role }) => (
                  <li key={reference}>
                    <Own>{name}</Own> <Soft>{roleTexts[role as keyof typeof roleTexts].name}</Soft>
                  </li>
                ))}
              </ul>
            </Section>
          </>
        )}
      </LoadedScreen>
    </div>
  );
}

const isNone = ({ amountMax, dayMax, newDestinations }: Rules) =>
  amountMax === undefined && dayMax === undefined && !newDestinations;

const factsOf = ({ amountMax, dayMax, newDestinations }: Rules) =>
  [
    ["Payment above", amountMax ?? "No limit"],
    ["Day’s total above", dayMax ?? "No limit"],
    ["First payment to an account", newDestinations ? "Waits" : "Doesn’t wait"],
  ] as const;

/** Who is missing for payments to be approved. */
function Warnings({ policy, approvers, keysWithoutApprover }: ApprovalPolicy) {
  return (
    <>
      {approvers.length < 2 && (
        <Notice kind="warning" title="You need two people who can approve">
          {isNone(policy)
            ? "Before you set a policy, invite another owner or an approver."
            : "Nobody can approve payments that the only one requests. Invite another owner or an approver."}
        </Notice>
      )}
      {keysWithoutApprover.length > 0 && (
        <Notice kind="warning" title="Nobody can approve the payments of some API keys">
          The only person who can approve created{" "}
          <Own>{keysWithoutApprover.map(({ name }) => name).join(", ")}</Own>, and nobody approves payments of
          their own keys. Invite another approver.
        </Notice>
      )}
    </>
  );
}

/** Sets a policy: any owner's proposal, an agreement to one, or the present one again to cancel it. */
function useSetPolicy(done: string | ((data: ApprovalPolicy) => string)) {
  const environment = useEnvironment();
  return useChange(
    ({ amountMax, dayMax, newDestinations }: Rules) =>
      put(
        "/{environment}/approval-policy",
        { environment },
        { amountMax: nairaIn(amountMax), dayMax: nairaIn(dayMax), newDestinations },
      ),
    { reload: [[environment]], done },
  );
}

/** A looser policy that has not started: cancel it, or agree to another owner's. */
function NextPolicy({ policy, next }: Required<Pick<ApprovalPolicy, "policy" | "next">>) {
  const { person } = useSession();
  const mayOwn = useMay("own");
  const isOwn = next.setBy === person.reference;
  const cancel = useSetPolicy("Change canceled");
  const agree = useSetPolicy("Policy changed");
  const error = agree.error ?? cancel.error;
  return (
    <Section
      title="Pending change"
      text={
        next.startsAt !== undefined
          ? "This looser policy starts later. Until then, the current one applies."
          : isOwn
            ? "This looser policy starts once another owner agrees. Until then, the current one applies."
            : "Another owner proposed this looser policy. It starts once a second owner agrees. Until then, the current one applies."
      }
    >
      <Facts facts={[...factsOf(next), ["Starts", next.startsAt, "time"]]} />
      {error && <FormError error={error} />}
      {mayOwn && (
        <div className="actions wrap">
          {!isOwn && (
            <Button kind="primary" isPending={agree.isPending} onPress={() => agree.mutate(next)}>
              Agree to change
            </Button>
          )}
          <Button isPending={cancel.isPending} onPress={() => cancel.mutate(policy)}>
            Cancel change
          </Button>
        </div>
      )}
    </Section>
  );
}

function PolicyForm({ policy }: { policy: Rules }) {
  const save = useSetPolicy(({ next }) =>
    next === undefined ? "Policy saved" : "Saved. What’s looser starts later",
  );
  return (
    <Section
      title="Change the policy"
      text="Stricter rules apply immediately. Looser ones start after 24 hours or, if you have several owners, once another owner agrees. Saving replaces a change that hasn’t started."
    >
      <Form
        error={save.error}
        onSubmit={({ amountMax = "", dayMax = "", newDestinations }) =>
          save.mutate({
            amountMax: typed(amountMax),
            dayMax: typed(dayMax),
            newDestinations: newDestinations !== undefined,
          })
        }
      >
        <AmountField
          name="amountMax"
          label="Amount above which a payment waits"
          description="Leave blank for no limit. With 0, every payment waits."
          defaultValue={textOf(policy.amountMax)}
          isOptional
        />
        <AmountField
          name="dayMax"
          label="Total of a day above which payments wait"
          description="What was accepted or waits since midnight in Lagos. Leave blank for no limit."
          defaultValue={textOf(policy.dayMax)}
          isOptional
        />
        <Checkbox
          name="newDestinations"
          label="First payment to an account waits"
          description="Until one of your payouts has reached the account. Saving an account doesn’t count."
          defaultSelected={policy.newDestinations}
        />
        <Submit change={{ isPending: save.isPending }}>Save policy</Submit>
      </Form>
    </Section>
  );
}

type Amount = Rules["amountMax"];

const textOf = (amount: Amount) => (amount === undefined ? "" : formatMoney(amount).replace("₦", ""));

function typed(text: string): Amount {
  const value = parseNaira(text);
  return value === undefined ? undefined : { value, currency: "NGN" };
}

/** Policies are in naira; the schema of amounts has other currencies too. */
const nairaIn = (amount: Amount) => amount && { value: amount.value, currency: "NGN" as const };
