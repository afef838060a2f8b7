import type { Money } from "../api/types.ts";
import { formatMoney } from "../components/values/money.tsx";

/** By how much a balance changed, with its sign. */
export function Change(amount: Money) {
  return (
    <span className="money" translate="no">
      {(amount.value > 0 ? "+" : "") + formatMoney(amount)}
    </span>
  );
}
