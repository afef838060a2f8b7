/** @jsxImportSource preact */
import type { JSX } from "preact";
import { formatMoney } from "../money.ts";
import type { Money } from "../session/session.ts";

// Browsers that translate a page put nodes of their own in the place of its texts, which we cannot change any more.

/** Text that changes while the page is open: the whole element is replaced. */
export function Words({ children }: { children: string }): JSX.Element {
  return <span key={children}>{children}</span>;
}

/** Text that is the same in every language, such as a name. Translators leave it alone. */
export function Untranslated({ children }: { children: string | undefined }): JSX.Element {
  return <span translate={false}>{children}</span>;
}

export function Amount({ money }: { money: Money }): JSX.Element {
  return <Untranslated>{formatMoney(money)}</Untranslated>;
}
