import { formatMoney, parseNaira } from "./money.ts";
import { query, setText } from "./page.ts";
import type { Details } from "./session-api.ts";

type Field = { input: HTMLInputElement; check: () => string | undefined };

export type DetailsForm = {
  /** Shows at the fields what the server says is wrong. False where it speaks of none that are here. */
  refuse(details: Record<string, string>): boolean;
};

/** The form that asks for the amount, the email, or both; `onSubmit` gets what is right as far as we can tell. */
export function createDetailsForm(onSubmit: (details: Details) => void): DetailsForm {
  const form = query<HTMLFormElement>("[data-form]");
  const email = form.querySelector<HTMLInputElement>("#email");
  const amount = form.querySelector<HTMLInputElement>("#amount");
  const fields: Field[] = [];
  if (amount !== null) fields.push({ input: amount, check: () => checkAmount(amount) });
  if (email !== null) fields.push({ input: email, check: () => checkEmail(email) });

  for (const { input, check } of fields) {
    // Nobody is told off while they type, but what they mend is right at once.
    input.addEventListener("input", () => {
      if (input.getAttribute("aria-invalid") === "true") setError(input, check());
    });
  }
  amount?.addEventListener("input", () => labelButton(amount));
  amount?.addEventListener("blur", () => tidyAmount(amount));

  form.addEventListener("submit", (event) => {
    event.preventDefault();
    for (const { input, check } of fields) setError(input, check());
    if (focusFirstError(fields)) return;
    onSubmit({
      ...(email === null ? {} : { email: email.value.trim() }),
      ...(amount === null ? {} : { amount: parseNaira(amount.value) ?? 0 }),
    });
  });

  if (amount !== null) labelButton(amount);
  query<HTMLButtonElement>('[data-text="submit"]').disabled = false;

  return {
    refuse(details) {
      for (const { input } of fields) {
        const detail = details[input.name];
        if (detail !== undefined) setError(input, `${input.labels?.[0]?.textContent} ${detail}.`);
      }
      return focusFirstError(fields);
    },
  };
}

function checkEmail({ value }: HTMLInputElement): string | undefined {
  if (value.trim() === "") return "Enter your email address.";
  return /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(value.trim())
    ? undefined
    : "Enter a complete email address, like ada@example.com.";
}

function checkAmount({ value, dataset }: HTMLInputElement): string | undefined {
  if (value.trim() === "") return "Enter the amount that you want to pay.";
  const kobo = parseNaira(value);
  if (kobo === undefined) return "Enter an amount in naira, like 5,000 or 5,000.50.";
  const [least, most] = [Number(dataset["min"]), Number(dataset["max"])];
  if (kobo < least) return `The least that you can pay here is ${formatNaira(least)}.`;
  if (kobo > most) return `The most that you can pay here is ${formatNaira(most)}.`;
  return undefined;
}

function setError(input: HTMLInputElement, error: string | undefined): void {
  query(`#${input.name}-error`).textContent = error ?? "";
  if (error === undefined) input.removeAttribute("aria-invalid");
  else input.setAttribute("aria-invalid", "true");
}

function focusFirstError(fields: Field[]): boolean {
  const wrong = fields.find(({ input }) => input.getAttribute("aria-invalid") === "true");
  wrong?.input.focus();
  return wrong !== undefined;
}

function labelButton(amount: HTMLInputElement): void {
  const kobo = checkAmount(amount) === undefined ? parseNaira(amount.value) : undefined;
  setText("submit", kobo === undefined ? "Continue" : `Pay ${formatNaira(kobo)}`);
}

/** Writes an amount as it is read: 5000 becomes 5,000.00. */
function tidyAmount(amount: HTMLInputElement): void {
  const kobo = parseNaira(amount.value);
  if (kobo !== undefined) amount.value = formatNaira(kobo).replace(/[^\d.,]/g, "");
}

const formatNaira = (kobo: number) => formatMoney({ value: kobo, currency: "NGN" });
