import { Money } from "../components/values/money.tsx";
import { paymentLinkTexts } from "../texts/payment-links.ts";
import { words } from "../texts/words.ts";
import "./payment-links.css";

const texts = paymentLinkTexts.preview;

/** A drawing of the page that payers will see. `amount` in kobo; undefined: the payer enters it. */
export function PaymentLinkPreview({
  business,
  title,
  amount,
  isTest,
}: {
  business: string;
  title: string;
  amount: number | undefined;
  isTest: boolean;
}) {
  return (
    <div className="payment-links-preview" aria-hidden="true">
      {isTest && <span className="payment-links-preview-test">{words.testMark}</span>}
      <p className="payment-links-preview-business" dir="auto" translate="no">
        {business}
      </p>
      <p className="payment-links-preview-title" dir="auto" translate="no">
        {title.trim() === "" ? texts.heading : title}
      </p>
      <p className="payment-links-preview-amount">
        {amount === undefined ? texts.payerEnters : <Money value={amount} currency="NGN" />}
      </p>
      <span className="payment-links-preview-button">{texts.continue}</span>
    </div>
  );
}
