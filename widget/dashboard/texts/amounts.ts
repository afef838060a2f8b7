/** Texts of the field for amounts. */
export const amountTexts = {
  notAnAmount: "Enter an amount, such as 5,000 or 5000.50.",
} as const;
