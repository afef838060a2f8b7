import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { useAttemptKey } from "../api/attempt-key.ts";
import { useMay } from "../api/permissions.ts";
import { post, useChange } from "../api/change.ts";
import { useSession } from "../api/session.ts";
import { AmountField, parseNaira } from "../components/forms/amount-field.tsx";
import { Button } from "../components/forms/button.tsx";
import { TextField } from "../components/forms/fields.tsx";
import { Actions, Form } from "../components/forms/form.tsx";
import { ButtonLink, Link } from "../components/layout/link.tsx";
import { PageHeader } from "../components/layout/page-header.tsx";
import { Notice } from "../components/messages/notice.tsx";
import { Columns, Section } from "../components/layout/section.tsx";
import { Select } from "../components/forms/select.tsx";
import { useEnvironment } from "../shell/environment.ts";
import { LiveNeedsApproval, useIsOpen } from "../verification/live-needs-approval.tsx";
import { PaymentLinkPreview } from "./payment-link-preview.tsx";
import { linkTypes } from "./payment-link-states.ts";

type AmountType = "fixed" | "open";

export function CreatePaymentLink() {
  return (
    <>
      <PageHeader
        title="Create a payment link"
        parent={<Link to="/$environment/payment-links">Payment links</Link>}
      />
      <NewLink />
    </>
  );
}

function NewLink() {
  const environment = useEnvironment();
  const navigate = useNavigate();
  const { merchant } = useSession();
  const mayCollect = useMay("collect");
  const isOpen = useIsOpen();
  const [title, setTitle] = useState("");
  const [amount, setAmount] = useState("");
  const [amountType, setAmountType] = useState<AmountType>("fixed");
  const attempt = useAttemptKey(`${environment}-payment-link`);
  const create = useChange(
    (values: Record<string, string>) =>
      post("/{environment}/payment-links", { environment }, linkOf(values, amountType), attempt.key()),
    {
      attempt,
      reload: [[environment]],
      done: "Payment link created",
      goOn: ({ slug }) =>
        navigate({ to: "/$environment/payment-links/$slug", params: { environment, slug } }),
    },
  );
  if (!mayCollect)
    return (
      <Notice kind="warning">
        You don’t have permission to create live payment links. Ask an owner, or someone in finance.
      </Notice>
    );
  if (!isOpen) return <LiveNeedsApproval what="Payment links" />;
  return (
    <>
      <LiveNeedsApproval what="Payment links" />
      <Columns
        main={
          <Form onSubmit={create.mutate} error={create.error}>
            <TextField
              name="title"
              label="Title"
              description="What the payment is for. Customers see this."
              maxLength={140}
              autoComplete="off"
              isRequired
              autoFocus
              onChange={setTitle}
            />
            <Select
              label="Amount"
              value={amountType}
              onChange={setAmountType}
              options={[
                ["fixed", "Fixed amount"],
                ["open", "Customer chooses"],
              ]}
            />
            {amountType === "fixed" ? (
              <AmountField
                key="fixed"
                name="amount.value"
                label="Amount to pay"
                isRequired
                onChange={setAmount}
              />
            ) : (
              <>
                <AmountField key="least" name="minAmount.value" label="Minimum amount" isOptional />
                <AmountField key="most" name="maxAmount.value" label="Maximum amount" isOptional />
              </>
            )}
            <Select
              name="linkType"
              label="Type"
              description="A single-use link closes once it’s paid."
              defaultValue="one_time"
              options={Object.entries(linkTypes)}
            />
            <TextField
              name="customer.email"
              label="Customer’s email"
              description="If you enter it, we won’t ask the customer for one."
              type="email"
              autoComplete="off"
              isOptional
            />
            <TextField
              name="successRedirectUrl"
              label="Redirect URL"
              description="Where customers go after paying. Must be an https address."
              type="url"
              placeholder="https://"
              autoComplete="off"
              isOptional
            />
            <TextField
              name="merchantReference"
              label="Your reference"
              description="For example, an order number. Customers don’t see it."
              maxLength={100}
              autoComplete="off"
              isOptional
            />
            <Actions>
              <Button kind="primary" type="submit" isPending={create.isPending}>
                Create link
              </Button>
              <ButtonLink to="/$environment/payment-links">Cancel</ButtonLink>
            </Actions>
          </Form>
        }
        side={
          <Section title="Preview" text="Roughly what customers see.">
            <PaymentLinkPreview
              business={merchant?.name ?? ""}
              title={title}
              amount={amountType === "fixed" ? (parseNaira(amount) ?? 0) : undefined}
              isTest={environment === "test"}
            />
          </Section>
        }
      />
    </>
  );
}

/** The form's values as the API takes them, without empty ones. */
function linkOf(values: Record<string, string>, amountType: AmountType) {
  const money = (name: string) => {
    const value = parseNaira(values[name] ?? "");
    return value === undefined ? undefined : { value, currency: "NGN" as const };
  };
  const given = (name: string) => values[name]?.trim() || undefined;
  const amount = money("amount.value");
  const minAmount = money("minAmount.value");
  const maxAmount = money("maxAmount.value");
  const email = given("customer.email");
  const successRedirectUrl = given("successRedirectUrl");
  const merchantReference = given("merchantReference");
  return {
    title: values["title"]!.trim(),
    amountType,
    linkType: values["linkType"] as "one_time" | "reusable",
    ...(amount && { amount }),
    ...(minAmount && { minAmount }),
    ...(maxAmount && { maxAmount }),
    ...(email && { customer: { email } }),
    ...(successRedirectUrl && { successRedirectUrl }),
    ...(merchantReference && { merchantReference }),
  };
}
