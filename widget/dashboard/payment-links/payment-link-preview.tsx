import { Badge } from "../components/values/badge.tsx";
import { Money } from "../components/values/money.tsx";
import "./payment-links.css";

type PaymentLinkPreviewProps = {
  business: string;
  title: string;
  amount: number | undefined;
  isTest: boolean;
};

/** A preview of the payers' page. `amount` in kobo; undefined: the payer enters it. */
export function PaymentLinkPreview({ business, title, amount, isTest }: PaymentLinkPreviewProps) {
  return (
    <div className="payment-links-preview box" aria-hidden="true">
      {isTest && <Badge colour="amber">TEST</Badge>}
      <p className="note" dir="auto" translate="no">
        {business}
      </p>
      <p className="name" dir="auto" translate="no">
        {title.trim() === "" ? "What the payment is for" : title}
      </p>
      <p className="payment-links-preview-amount">
        {amount === undefined ? "Enter an amount" : <Money value={amount} currency="NGN" />}
      </p>
      <p className="payment-links-preview-button">Continue</p>
    </div>
  );
}
