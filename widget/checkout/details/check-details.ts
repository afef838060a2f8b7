import { formatMoney, parseNaira } from "../money.ts";
import type { CheckoutLink, Limits } from "../page-facts.ts";
import type { Details } from "../session/session-api.ts";
import type { FieldErrors } from "../state/checkout-state.ts";

/** What the payer typed into the fields that the form has. */
export type TypedDetails = { amount?: string | undefined; email?: string | undefined };

/** What is wrong with each field; empty if nothing is. */
export function checkDetails({ amount, email }: TypedDetails, limits: Limits | undefined): FieldErrors {
  const wrongAmount = amount === undefined || !limits ? undefined : checkAmount(amount, limits);
  const wrongEmail = email === undefined ? undefined : checkEmail(email);
  return { ...(wrongAmount && { amount: wrongAmount }), ...(wrongEmail && { email: wrongEmail }) };
}

/** The details to send to the server; the fields must have no errors. */
export function readDetails({ amount, email }: TypedDetails): Details {
  const kobo = amount === undefined ? undefined : parseNaira(amount);
  return {
    ...(email !== undefined && { email: trimEmail(email) }),
    ...(kobo !== undefined && { amount: kobo }),
  };
}

/** The server's refusal, as sentences for the fields of this link's form. */
export function explainRefusal(link: CheckoutLink, details: Record<string, string>): FieldErrors {
  const { amount, email } = details;
  return {
    ...(link.amountType === "open" && amount !== undefined && { amount: `Amount ${amount}.` }),
    ...(!link.isEmailKnown && email !== undefined && { email: `Email ${email}.` }),
  };
}

function checkEmail(typed: string): string | undefined {
  const email = trimEmail(typed);
  if (email === "") return "Enter your email address.";
  if (email.length > 254) return "Enter an email address of at most 254 characters.";
  return /^[^\s\p{Cf}@]+@[^\s\p{Cf}@]+\.[^\s\p{Cf}@]+$/u.test(email)
    ? undefined
    : "Enter a complete email address, like ada@example.com.";
}

/** Pasted text may bring invisible characters around it. */
const trimEmail = (typed: string) => typed.replace(/^[\s\p{Cf}]+|[\s\p{Cf}]+$/gu, "");

function checkAmount(typed: string, { least, most }: Limits): string | undefined {
  if (typed.trim() === "") return "Enter the amount you want to pay.";
  const kobo = parseNaira(typed);
  if (kobo === undefined) return "Enter an amount in naira, like 5,000 or 5,000.50.";
  if (kobo < least) return `The minimum is ${formatNaira(least)}.`;
  if (kobo > most) return `The maximum is ${formatNaira(most)}.`;
  return undefined;
}

export const formatNaira = (kobo: number) => formatMoney({ value: kobo, currency: "NGN" });

/** An amount in kobo as the field shows it: 500000 becomes 5,000.00. */
export const tidyNaira = (kobo: number) => formatNaira(kobo).replace(/[^\d.,]/g, "");
