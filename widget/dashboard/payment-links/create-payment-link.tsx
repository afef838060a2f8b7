import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { useAttemptKey } from "../api/attempt-key.ts";
import { api, dataOf } from "../api/client.ts";
import { useMay } from "../api/permissions.ts";
import { useSession } from "../api/session.ts";
import { AmountField, parseNaira } from "../components/forms/amount-field.tsx";
import { Button } from "../components/forms/button.tsx";
import { TextField } from "../components/forms/fields.tsx";
import { Form, FormActions } from "../components/forms/form.tsx";
import { ButtonLink, Link } from "../components/layout/link.tsx";
import { PageHeader } from "../components/layout/page-header.tsx";
import { RoleRefusal } from "../components/messages/role-refusal.tsx";
import { Columns, Section } from "../components/layout/section.tsx";
import { Select } from "../components/forms/select.tsx";
import { toast } from "../components/messages/toasts.tsx";
import { useEnvironment } from "../shell/environment.ts";
import { paymentLinkTexts } from "../texts/payment-links.ts";
import { words } from "../texts/words.ts";
import { LiveNeedsApproval, useIsOpen } from "../verification/live-needs-approval.tsx";
import { PaymentLinkPreview } from "./payment-link-preview.tsx";

const texts = paymentLinkTexts.form;

type AmountType = "fixed" | "open";

export function CreatePaymentLink() {
  const environment = useEnvironment();
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const { merchant } = useSession();
  const mayCollect = useMay("collect");
  const isOpen = useIsOpen();
  const [title, setTitle] = useState("");
  const [amount, setAmount] = useState("");
  const [amountType, setAmountType] = useState<AmountType>("fixed");
  const attempt = useAttemptKey(`${environment}-payment-link`);
  const create = useMutation({
    mutationFn: (values: Record<string, string>) =>
      dataOf(
        api.POST("/{environment}/payment-links", {
          params: { path: { environment }, header: { "Idempotency-Key": attempt.key } },
          body: linkOf(values, amountType),
        }),
      ),
    onSettled: (_created, error) => attempt.settled(error),
    onSuccess: async ({ slug }) => {
      await queryClient.invalidateQueries({ queryKey: [environment] });
      toast(texts.done);
      await navigate({ to: "/$environment/payment-links/$slug", params: { environment, slug } });
    },
  });
  const header = (
    <PageHeader
      title={texts.title}
      parent={
        <Link to="/$environment/payment-links" params={{ environment }}>
          {paymentLinkTexts.title}
        </Link>
      }
    />
  );
  if (!mayCollect) return <RoleRefusal header={header}>{texts.mayNot}</RoleRefusal>;
  if (!isOpen) {
    return (
      <>
        {header}
        <LiveNeedsApproval what={paymentLinkTexts.title} />
      </>
    );
  }
  return (
    <>
      {header}
      <LiveNeedsApproval what={paymentLinkTexts.title} />
      <Columns
        main={
          <Form onSubmit={create.mutate} error={create.error}>
            <TextField
              name="title"
              label={texts.heading}
              description={texts.headingNote}
              maxLength={140}
              autoComplete="off"
              isRequired
              autoFocus
              onChange={setTitle}
            />
            <Select
              label={texts.amountType}
              value={amountType}
              onChange={setAmountType}
              options={[
                ["fixed", texts.fixed],
                ["open", texts.open],
              ]}
            />
            {amountType === "fixed" ? (
              <AmountField
                key="fixed"
                name="amount.value"
                label={texts.amount}
                isRequired
                onChange={setAmount}
              />
            ) : (
              <>
                <AmountField key="least" name="minAmount.value" label={texts.least} isOptional />
                <AmountField key="most" name="maxAmount.value" label={texts.most} isOptional />
              </>
            )}
            <Select
              name="linkType"
              label={texts.linkType}
              description={texts.linkTypeNote}
              defaultValue="one_time"
              options={Object.entries(paymentLinkTexts.linkTypes)}
            />
            <TextField
              name="customer.email"
              label={texts.customer}
              description={texts.customerNote}
              type="email"
              autoComplete="off"
              isOptional
            />
            <TextField
              name="successRedirectUrl"
              label={texts.redirect}
              description={texts.redirectNote}
              type="url"
              placeholder="https://"
              autoComplete="off"
              isOptional
            />
            <FormActions>
              <Button kind="primary" type="submit" isPending={create.isPending}>
                {texts.submit}
              </Button>
              <ButtonLink to="/$environment/payment-links" params={{ environment }}>
                {words.cancel}
              </ButtonLink>
            </FormActions>
          </Form>
        }
        side={
          <Section title={paymentLinkTexts.preview.title} text={paymentLinkTexts.preview.text}>
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

/** What the form says, as the API takes it: what was left empty is left out. */
function linkOf(values: Record<string, string>, amountType: AmountType) {
  const money = (name: string) => {
    const value = parseNaira(values[name] ?? "");
    return value === undefined ? undefined : { value, currency: "NGN" as const };
  };
  const given = (name: string) => values[name]?.trim() || undefined;
  const [amount, minAmount, maxAmount] = [
    money("amount.value"),
    money("minAmount.value"),
    money("maxAmount.value"),
  ];
  const email = given("customer.email");
  const successRedirectUrl = given("successRedirectUrl");
  return {
    title: values["title"]!.trim(),
    amountType,
    linkType: values["linkType"] as "one_time" | "reusable",
    ...(amount && { amount }),
    ...(minAmount && { minAmount }),
    ...(maxAmount && { maxAmount }),
    ...(email && { customer: { email } }),
    ...(successRedirectUrl && { successRedirectUrl }),
  };
}
