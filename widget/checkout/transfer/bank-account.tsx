/** @jsxImportSource preact */
import type { JSX } from "preact";
import { CopyButton } from "../elements/copy-button.tsx";
import type { SectionProps } from "../elements/section.tsx";
import type { Session } from "../session/session.ts";

type Props = Pick<SectionProps, "page" | "actions"> & { account: Session["bankAccount"] };

/** The account to transfer to. */
export function BankAccount({ account, page, actions }: Props): JSX.Element {
  const number = account?.accountNumber ?? "";
  return (
    <dl class="account">
      <div class="number">
        <dt>Account number</dt>
        <dd>
          <data id="account-number" value={number} translate={false} aria-hidden="true">
            {groupDigits(number).map((group, index) => (
              <span key={index}>{group}</span>
            ))}
          </data>
          {/* Digit by digit for people who hear it. */}
          <span class="unseen" translate={false}>
            {[...number].join(" ")}
          </span>
          <CopyButton
            source="account-number"
            text={number}
            what="account number"
            page={page}
            actions={actions}
          />
        </dd>
      </div>
      <div>
        <dt>Bank</dt>
        <dd dir="auto" translate={false}>
          {account?.bankName}
        </dd>
      </div>
      <div>
        <dt>Account name</dt>
        <dd dir="auto" translate={false}>
          {account?.accountName}
        </dd>
      </div>
    </dl>
  );
}

/** Groups are easier to read. Without text between the spans, the number is still copied as one. */
function groupDigits(number: string): string[] {
  return /^\d{10}$/.test(number) ? [number.slice(0, 3), number.slice(3, 6), number.slice(6)] : [number];
}
