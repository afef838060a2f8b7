import { useQuery } from "@tanstack/react-query";
import { ApiError } from "../api/api-error.ts";
import type { Bank } from "../api/types.ts";
import { Button } from "../components/forms/button.tsx";
import { TextField } from "../components/forms/fields.tsx";
import { SearchSelect } from "../components/forms/search-select.tsx";
import { ErrorText } from "../components/messages/error-text.tsx";
import { Notice } from "../components/messages/notice.tsx";
import { Spinner } from "../components/messages/spinner.tsx";
import { Icon } from "../components/values/icon.tsx";
import { useEnvironment } from "../shell/environment.ts";
import { accountNameQuery, banksQuery, type Account } from "./banks-queries.ts";
import "./banks.css";

type AccountFieldsProps = { account: Account; onChange: (account: Account) => void };

/** A bank and an account number; once both are complete, the holder's name from the bank. */
export function AccountFields({ account, onChange }: AccountFieldsProps) {
  const environment = useEnvironment();
  const banks = useQuery(banksQuery(environment));
  const again = (
    <Button size="small" onPress={() => void banks.refetch()}>
      Try again
    </Button>
  );
  return (
    <>
      {banks.isError && banks.data === undefined ? (
        <Notice kind="error" title="Couldn’t load the list of banks" action={again}>
          <ErrorText error={banks.error} />
        </Notice>
      ) : (
        <SearchSelect
          label="Bank"
          placeholder="Search for a bank"
          options={bankOptions(banks.data ?? [])}
          isLoading={banks.isPending}
          value={account.bankCode}
          onChange={(bankCode = "") => onChange({ ...account, bankCode })}
          isRequired
        />
      )}
      <TextField
        label="Account number"
        description={
          environment === "test"
            ? "Any 10 digits. 0000000001 fails, 0000000003 is reversed, 9999999999 doesn’t exist."
            : "10 digits."
        }
        value={account.accountNumber}
        // An extra digit stays visible, and no bank is asked: cut off, it would be another account.
        onChange={(text) => onChange({ ...account, accountNumber: text.replaceAll(/\D/g, "").slice(0, 30) })}
        inputMode="numeric"
        autoComplete="off"
        isCode
        isRequired
      />
      <AccountName account={account} />
    </>
  );
}

const bankTypes: Record<Bank["type"], string> = {
  commercial: "Commercial bank",
  finance_company: "Finance company",
  merchant: "Merchant bank",
  microfinance: "Microfinance bank",
  mobile_money: "Mobile money",
  mortgage: "Mortgage bank",
  non_interest: "Non-interest bank",
  payment_service_bank: "Payment service bank",
  payment_service_provider: "Payment service provider",
};

/** Common names of banks that their full names lack, by code. */
const alsoCalled: Record<string, string> = {
  "011": "FirstBank",
  "033": "UBA",
  "058": "GTBank",
  "214": "FCMB",
  "566": "V Bank",
};

/** Commercial banks come first: most accounts are there, and others have similar names. */
function bankOptions(banks: Bank[]): [code: string, name: string, note: string][] {
  const rank = ({ type }: Bank) => (type === "commercial" ? 0 : 1);
  return banks
    .toSorted((one, other) => rank(one) - rank(other))
    .map(({ code, name, type }) => [
      code,
      name,
      [alsoCalled[code], bankTypes[type]].filter(Boolean).join(" · "),
    ]);
}

/** The holder of an account, during and after the name enquiry. */
function AccountName({ account }: { account: Account }) {
  const environment = useEnvironment();
  const name = useQuery(accountNameQuery(environment, account));
  return (
    <div className="account-name between" role="status">
      {name.isFetching ? (
        <p className="row">
          <Spinner /> Checking with the bank…
        </p>
      ) : name.isError ? (
        <>
          <p className="field-error fill row">
            <Icon name="warning" /> {failureOf(name.error)}
          </p>
          <Button size="small" onPress={() => void name.refetch()}>
            Try again
          </Button>
        </>
      ) : name.data === undefined ? (
        <p className="note">The account name will appear here.</p>
      ) : (
        <>
          <p className="account-name-known row">
            <Icon name="check" />{" "}
            <strong dir="auto" translate="no">
              {name.data}
            </strong>
          </p>
          <p className="account-name-ask note">
            Is this the right account? Name as registered with the bank.
          </p>
        </>
      )}
    </div>
  );
}

function failureOf(error: Error): React.ReactNode {
  // Not about the account: the bank was not asked.
  const isOther = error instanceof ApiError && [0, 403, 429, 503].includes(error.status);
  return isOther ? (
    <ErrorText error={error} />
  ) : (
    "The bank can’t find this account, or isn’t responding. Check the bank and the account number."
  );
}
