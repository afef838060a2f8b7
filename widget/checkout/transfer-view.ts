import { createCountdown } from "./countdown.ts";
import { formatMoney, plainAmount } from "./money.ts";
import { announce, part, query, setText, showPart } from "./page.ts";
import type { Session } from "./session.ts";

/** From here on the time that is left is drawn as pressing. */
const PRESSING_SECONDS = 5 * 60;
/** When people who hear the page are told of the time. */
const TOLD_SECONDS = [5 * 60, 60];

export type TransferView = {
  fill(session: Session): void;
  /** Whether the server answers. */
  setConnected(isUp: boolean): void;
  stop(): void;
};

/** Where to send the money and how long that holds. `onAskServer` is called when only the server can tell. */
export function createTransferView(onAskServer: (options: { afterSleep: boolean }) => void): TransferView {
  let received = 0;
  let isConnected = true;
  const countdown = createCountdown({ onTick: showTimeLeft, onAskServer });

  return {
    fill(session) {
      const { status, amount, amountReceived, amountDue, bankAccount } = session;
      const isUnderpaid = status === "underpaid";
      setText("transferLabel", isUnderpaid ? "Still to transfer" : "Transfer exactly");
      setText("amountDue", formatMoney(amountDue), plainAmount(amountDue));
      setText("amount", formatMoney(amount));
      setText("amountReceived", formatMoney(amountReceived));
      setText("bankName", bankAccount?.bankName ?? "");
      setText("accountName", bankAccount?.accountName ?? "");
      setAccountNumber(bankAccount?.accountNumber ?? "");
      setText("waiting", isUnderpaid ? "Waiting for the rest" : "Waiting for your transfer");
      showPart("underpaid", isUnderpaid);
      // Other details make another session: money that came to this one would not count there.
      showPart("start-over", !isUnderpaid);
      if (isUnderpaid && amountReceived.value > received) {
        announce(`${formatMoney(amountReceived)} has arrived. Still to transfer: ${formatMoney(amountDue)}.`);
      }
      received = amountReceived.value;
      countdown.sync(session);
    },
    setConnected(isUp) {
      if (isUp === isConnected) return;
      isConnected = isUp;
      announce(isUp ? "Connected again." : "No connection to the checkout.");
      showPart("disconnected", !isConnected);
      query("[data-part=waiting]").classList.toggle("stalled", !isConnected);
    },
    stop: () => countdown.stop(),
  };
}

/** Grouped for reading; what is copied stays one number. */
function setAccountNumber(number: string): void {
  const element = query<HTMLDataElement>("[data-text=accountNumber]");
  const groups = /^\d{10}$/.test(number)
    ? [number.slice(0, 3), number.slice(3, 6), number.slice(6)]
    : [number, "", ""];
  [...element.children].forEach((group, index) => (group.textContent = groups[index] ?? ""));
  element.value = number;
  // Digit by digit for people who hear it.
  setText("accountDigits", [...number].join(" "));
}

function showTimeLeft(seconds: number | undefined): void {
  setText("timeLeft", seconds === undefined ? "Checking…" : clockText(seconds));
  query<HTMLProgressElement>("progress").value = seconds ?? 0;
  part("time-left")?.classList.toggle("pressing", seconds !== undefined && seconds <= PRESSING_SECONDS);
  showPart("time-is-up", seconds === 0);
  showPart("how-to", seconds !== 0);
  if (seconds !== undefined && TOLD_SECONDS.includes(seconds)) {
    announce(seconds === 60 ? "1 minute left" : `${seconds / 60} minutes left`);
  }
}

function clockText(seconds: number): string {
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}
