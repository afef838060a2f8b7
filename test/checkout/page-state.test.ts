import { describe, expect, test } from "vitest";
import { firstPage, type CheckoutPage } from "../../widget/checkout/state/checkout-state.ts";
import {
  endCopy,
  show,
  showConnection,
  showCopy,
  showEdit,
  showExpired,
  showForm,
  showPlay,
  showSession,
  showStart,
  showTime,
} from "../../widget/checkout/state/transitions.ts";
import { cakeLink, cakeSession, knownLink, naira } from "./start-fake-checkout.ts";

const session = { ...cakeSession, status: "awaiting_payment", now: "", expiresAt: "" } as const;
const underpaid = {
  ...session,
  status: "underpaid",
  amountReceived: naira(3_000),
  amountDue: naira(2_000),
} as const;

const form = firstPage(cakeLink);
const transfer = showSession(firstPage(knownLink), session);
const kindOf = ({ state }: CheckoutPage) => state.kind;

describe("the page's first state", () => {
  test("is the form, an account on its way, or that the link takes no payments", () => {
    expect(kindOf(firstPage(cakeLink))).toBe("details");
    expect(kindOf(firstPage(knownLink))).toBe("starting");
    expect(kindOf(firstPage({ ...cakeLink, status: "paid" }))).toBe("paid");
    expect(kindOf(firstPage({ ...cakeLink, status: "disabled" }))).toBe("disabled");
    expect(kindOf(firstPage({ ...cakeLink, status: "unavailable" }))).toBe("unavailable");
  });
});

describe("the form", () => {
  test("shows no error while the payer types, and drops one that they correct", () => {
    const typing = showEdit(form, "email", "Enter your email address.", undefined);
    expect(typing.state).toMatchObject({ errors: {} });
    const refused = showForm(form, { email: "Enter your email address." });
    expect(refused.state).toMatchObject({ errors: { email: "Enter your email address." }, refusals: 1 });
    const corrected = showEdit(refused, "email", undefined, undefined);
    expect(corrected.state).toMatchObject({ errors: { email: undefined }, refusals: 1 });
  });

  test("keeps the payable amount while the email is edited, and what was entered when it comes back", () => {
    const priced = showEdit(form, "amount", undefined, 500_000);
    expect(showEdit(priced, "email", undefined, undefined).state).toMatchObject({ payable: 500_000 });
    const started = showStart(priced, { email: "ada@example.com", amount: 500_000 });
    expect(kindOf(started)).toBe("starting");
    const refused = showForm(started, { amount: "Amount must be less." });
    expect(refused.entered).toEqual({ email: "ada@example.com", amount: 500_000 });
    expect(refused.state).toMatchObject({ payable: 500_000, refusals: 1 });
  });
});

describe("a session", () => {
  test("keeps time left, button and section when its next version arrives", () => {
    const ticking = showPlay(showTime(transfer, 1_500), "busy");
    expect(showSession(ticking, session).state).toMatchObject({
      kind: "transfer",
      secondsLeft: 1_500,
      play: "busy",
    });
  });

  test("announces money that arrives in part, once", () => {
    const first = showSession(transfer, underpaid);
    expect(first.announcement).toBe("₦3,000.00 has arrived. Still to transfer: ₦2,000.00.");
    expect(showSession({ ...first, announcement: "" }, underpaid).announcement).toBe("");
  });

  test("announces five minutes and one minute, and no other time", () => {
    expect(showTime(transfer, 300).announcement).toBe("5 minutes left");
    expect(showTime(transfer, 60).announcement).toBe("1 minute left");
    for (const seconds of [undefined, 0, 59, 61, 299])
      expect(showTime(transfer, seconds).announcement).toBe("");
  });

  test("that has expired announces money only if some has arrived", () => {
    expect(showExpired(transfer, "token", session).announcement).toBe("");
    expect(showExpired(transfer, "token", underpaid).announcement).toBe("₦3,000.00 has arrived.");
  });

  test("that is over takes no time and no transfer any more", () => {
    const over = show(transfer, { kind: "failed" });
    expect(showTime(over, 60)).toBe(over);
    expect(showPlay(over, "failed")).toBe(over);
  });
});

describe("the connection", () => {
  test("leaves the account number in sight, and says only what changes", () => {
    expect(showConnection(transfer, true)).toBe(transfer);
    const lost = showConnection(transfer, false);
    expect(lost).toMatchObject({
      state: { kind: "transfer", isConnected: false },
      announcement: "No connection to the checkout.",
    });
    expect(showConnection(lost, false)).toBe(lost);
    expect(showConnection(lost, true)).toMatchObject({
      state: { isConnected: true },
      announcement: "Connected again.",
    });
  });

  test("hides a section that has nothing to keep", () => {
    const lost = showConnection(show(form, { kind: "resuming" }), false);
    expect(kindOf(lost)).toBe("unreachable");
    expect(showConnection(lost, false)).toBe(lost);
  });
});

describe("copying", () => {
  test("is said for a moment, and leaves a later announcement alone", () => {
    const copied = showCopy(transfer, "amount-due", false, "Copied amount");
    expect(copied).toMatchObject({
      copied: { source: "amount-due" },
      announcement: "Copied amount",
      hasCopyHint: false,
    });
    expect(endCopy(copied, "Copied amount")).toMatchObject({ copied: undefined, announcement: "" });
    expect(endCopy(showTime(copied, 60), "Copied amount").announcement).toBe("1 minute left");
  });

  test("keeps the hint for a text that is only selected until another section comes", () => {
    const selected = showCopy(transfer, "amount-due", true, "Selected amount");
    expect(endCopy(selected, "Selected amount").hasCopyHint).toBe(true);
    expect(showSession(selected, underpaid).hasCopyHint).toBe(true);
    expect(show(selected, { kind: "failed" }).hasCopyHint).toBe(false);
  });
});
