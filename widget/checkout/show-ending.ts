import { fillExpired } from "./fill-expired.ts";
import { fillSuccess } from "./fill-success.ts";
import { setText, showPart, type Page } from "./page.ts";
import type { ErrorReport } from "./report-errors.ts";
import type { Session } from "./session.ts";
import type { Parent } from "./talk-to-parent.ts";
import type { Views } from "./views.ts";

/** How long the payer sees that the payment has come before the merchant's page takes over. */
const REDIRECT_MS = 3_000;

export type Endings = {
  success(session: Session): void;
  /** The same for a payer who has been shown it before: nobody is told, and the page stays. */
  receipt(session: Session): void;
  expired(session: Session): void;
  /** The link takes no more money. The session, if there was one, may have some on its way. */
  closed(reference?: string): void;
  failed(): void;
};

type Setting = { page: Page; views: Views; parent: Parent; errors: ErrorReport };

/** What the payer sees, and the page around this one is told, when a payment has come to an end. */
export function createEndings({ page, views, parent, errors }: Setting): Endings {
  return {
    success(session) {
      const merchantUrl = fillSuccess(session);
      views.show("succeeded");
      parent.send({ type: "success", reference: session.reference ?? "" });
      // From within a frame only the payer's own click may take the page around it away.
      if (merchantUrl === undefined || page.parent !== undefined) return;
      showPart("redirecting", true);
      setTimeout(() => location.assign(merchantUrl), REDIRECT_MS);
    },
    receipt(session) {
      fillSuccess(session);
      views.show("succeeded");
    },
    expired(session) {
      fillExpired(session);
      views.show("expired");
      errors.tell("TRANSFER_WINDOW_EXPIRED");
    },
    closed(reference) {
      setText("closedReference", reference ?? "");
      showPart("closed-reference", reference !== undefined);
      views.show("closed");
      errors.tell("LINK_UNAVAILABLE");
    },
    failed() {
      views.show("failed");
      errors.tell("CHECKOUT_FAILED");
    },
  };
}
