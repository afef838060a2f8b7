import { useQuery } from "@tanstack/react-query";
import { ApiError } from "../api/api-error.ts";
import { Button } from "../components/forms/button.tsx";
import { ErrorText } from "../components/messages/error-text.tsx";
import { TextField } from "../components/forms/fields.tsx";
import { Icon } from "../components/values/icon.tsx";
import { Notice } from "../components/messages/notice.tsx";
import { SearchSelect } from "../components/forms/search-select.tsx";
import { Spinner } from "../components/messages/spinner.tsx";
import type { Bank } from "../api/types.ts";
import { useEnvironment } from "../shell/environment.ts";
import { bankTexts as texts } from "../texts/banks.ts";
import { words } from "../texts/words.ts";
import { accountNameQuery, banksQuery, type Account } from "./banks-queries.ts";
import "./banks.css";

/** A bank and an account number; as soon as both are there, the bank's name for the holder. */
export function AccountFields({
  account,
  onChange,
}: {
  account: Account;
  onChange: (account: Account) => void;
}) {
  const environment = useEnvironment();
  const banks = useQuery(banksQuery(environment));
  return (
    <>
      {banks.isError && banks.data === undefined ? (
        <Notice
          kind="error"
          title={texts.noBanks}
          action={
            <Button size="small" onPress={() => void banks.refetch()}>
              {words.retry}
            </Button>
          }
        >
          <ErrorText error={banks.error} />
        </Notice>
      ) : (
        <SearchSelect
          label={texts.bank}
          placeholder={texts.bankPlaceholder}
          options={bankOptions(banks.data ?? [])}
          isLoading={banks.isPending}
          value={account.bankCode}
          onChange={(bankCode = "") => onChange({ ...account, bankCode })}
          isRequired
        />
      )}
      <TextField
        label={texts.number}
        description={environment === "test" ? texts.numberInTest : texts.numberText}
        value={account.accountNumber}
        // One digit too many is seen, and asked of no bank: cut off, it would be another account.
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

/** Commercial banks come first: most accounts are there, and others have names like theirs. */
function bankOptions(banks: Bank[]): [code: string, name: string, note: string][] {
  const rank = ({ type }: Bank) => (type === "commercial" ? 0 : 1);
  return banks
    .toSorted((one, other) => rank(one) - rank(other))
    .map(({ code, name, type }) => {
      const called = texts.alsoCalled[code];
      const kind = texts.types[type];
      return [code, name, called === undefined ? kind : `${called} · ${kind}`];
    });
}

/** Who holds an account, while and after the bank is asked. */
function AccountName({ account }: { account: Account }) {
  const environment = useEnvironment();
  const name = useQuery(accountNameQuery(environment, account));
  return (
    <div className="account-name" role="status">
      {name.isFetching ? (
        <p className="account-name-line">
          <Spinner /> {texts.asking}
        </p>
      ) : name.isError ? (
        <>
          <p className="account-name-line account-name-failed">
            <Icon name="warning" /> {failureOf(name.error)}
          </p>
          <Button size="small" onPress={() => void name.refetch()}>
            {words.retry}
          </Button>
        </>
      ) : name.data === undefined ? (
        <p className="account-name-line account-name-none">{texts.nameComes}</p>
      ) : (
        <>
          <p className="account-name-line account-name-known">
            <Icon name="check" />{" "}
            <strong dir="auto" translate="no">
              {name.data}
            </strong>
          </p>
          <p className="account-name-ask">{texts.isItRight}</p>
        </>
      )}
    </div>
  );
}

function failureOf(error: Error): React.ReactNode {
  // A refusal for another reason than the account's: the bank was not asked.
  const isOther = error instanceof ApiError && [0, 403, 429, 503].includes(error.status);
  return isOther ? <ErrorText error={error} /> : texts.notVerified;
}
