import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { put, useChange } from "../api/change.ts";
import type { PayoutBatch, PayoutBatchItem } from "../api/types.ts";
import { banksQuery } from "../banks/banks-queries.ts";
import { AmountField, parseNaira } from "../components/forms/amount-field.tsx";
import { Button } from "../components/forms/button.tsx";
import { TextField } from "../components/forms/fields.tsx";
import { Select } from "../components/forms/select.tsx";
import { FormDialog } from "../components/layout/dialog.tsx";
import { Notice } from "../components/messages/notice.tsx";
import { Own } from "../components/values/text.tsx";
import { purposes } from "../payouts/purposes.ts";
import { useEnvironment } from "../shell/environment.ts";
import { amountText, describeMistake, givenOr } from "./item-texts.ts";

type FixProps = { batch: PayoutBatch; item: PayoutBatchItem; onClose: () => void };

/** Replaces a row of a batch that isn't started. Its mistakes are above the fields, which have what was given. */
export function FixItem({ batch, item, onClose }: FixProps) {
  const environment = useEnvironment();
  const banks = useQuery(banksQuery(environment));
  const { destination, errors = [], resolvedName } = item;
  const [texts, setTexts] = useState({
    amount: amountText(item),
    bankCode: destination?.bankCode ?? "",
    accountNumber: givenOr(item, "destination.accountNumber", destination?.accountNumber),
    accountName: givenOr(item, "destination.accountName", destination?.accountName),
    payoutAccountId: givenOr(item, "payoutAccountId", item.payoutAccountId),
    narration: givenOr(item, "narration", item.narration),
    merchantReference: givenOr(item, "merchantReference", item.merchantReference),
  });
  const [purpose, setPurpose] = useState(item.purpose ?? "other");
  const field = (name: keyof typeof texts) => ({
    value: texts[name],
    onChange: (text: string) => setTexts({ ...texts, [name]: text }),
  });
  const isSaved = item.payoutAccountId !== undefined && destination?.accountName === undefined;
  const save = useChange(
    (_values: Record<string, string>) => {
      const { amount, bankCode, accountNumber, accountName, payoutAccountId, ...rest } = texts;
      const own = Object.fromEntries(
        Object.entries(rest)
          .map(([name, text]) => [name, text.trim()])
          .filter(([, text]) => text !== ""),
      );
      const name = accountName.trim();
      return put(
        "/{environment}/payout-batches/{reference}/items/{index}",
        { environment, reference: batch.reference, index: String(item.index) },
        {
          amount: { value: parseNaira(amount) ?? 0, currency: "NGN" as const },
          ...(isSaved
            ? { payoutAccountId: payoutAccountId.trim() }
            : {
                destination: {
                  bankCode,
                  accountNumber: accountNumber.trim(),
                  ...(name !== "" && { accountName: name }),
                },
              }),
          ...own,
          purpose,
          ...(item.metadata && { metadata: item.metadata as Record<string, string> }),
        },
      );
    },
    { reload: [[environment, "payout-batches"]], done: "Row saved", onDone: onClose },
  );
  const suggestions = errors.flatMap(({ field: of, suggestion }) => {
    const name = { amount: "amount", "destination.accountNumber": "accountNumber" }[of];
    return suggestion === undefined || name === undefined ? [] : [[name, suggestion] as const];
  });
  const use = (name: string, text: string) => (
    <Button key={name} size="small" onPress={() => setTexts({ ...texts, [name]: text })}>
      {`Use ${text}`}
    </Button>
  );
  return (
    <FormDialog
      title={`Row ${(item.row ?? item.index + 1).toLocaleString("en-NG")}`}
      submit="Save row"
      change={save}
      onClose={onClose}
    >
      {errors.length > 0 && (
        <Notice kind="warning">
          {errors.map((error) => (
            <p key={error.field + error.code}>{describeMistake(error)}</p>
          ))}
          {suggestions.length > 0 && (
            <p className="wrap">{suggestions.map(([name, text]) => use(name, text))}</p>
          )}
        </Notice>
      )}
      <AmountField name="amount" label="Amount" {...field("amount")} isRequired />
      {isSaved ? (
        <TextField
          name="payoutAccountId"
          label="Payout account"
          {...field("payoutAccountId")}
          isCode
          isRequired
        />
      ) : (
        <>
          <Select
            label="Bank"
            description={
              item.given?.["destination.bankCode"] !== undefined && (
                <>
                  The file says <Own>{item.given["destination.bankCode"]}</Own>.
                </>
              )
            }
            options={(banks.data ?? []).map(({ code, name }) => [code, name])}
            value={texts.bankCode}
            onChange={(bankCode) => setTexts({ ...texts, bankCode })}
          />
          <TextField
            name="destination.accountNumber"
            label="Account number"
            {...field("accountNumber")}
            inputMode="numeric"
            autoComplete="off"
            isCode
            isRequired
          />
          <TextField
            name="destination.accountName"
            label="Account name"
            {...field("accountName")}
            maxLength={200}
            autoComplete="off"
            isOptional
          />
          {resolvedName !== undefined && resolvedName !== texts.accountName && (
            <p className="note between">
              <span>
                Bank’s name: <Own>{resolvedName}</Own>
              </span>
              <Button size="small" onPress={() => setTexts({ ...texts, accountName: resolvedName })}>
                Use the bank’s name
              </Button>
            </p>
          )}
        </>
      )}
      <Select label="Purpose" value={purpose} onChange={setPurpose} options={purposes} />
      <TextField name="narration" label="Narration" {...field("narration")} maxLength={140} isOptional />
      <TextField
        name="merchantReference"
        label="Your reference"
        {...field("merchantReference")}
        maxLength={100}
        autoComplete="off"
        isOptional
      />
    </FormDialog>
  );
}
