export type Book = {
  id: string;
  title: string;
  author: string;
  /** In kobo. */
  price: number;
};

/** What the shop sells. These are the only prices: browsers send none. */
export const catalogue: readonly Book[] = [
  { id: "rain-on-zinc", title: "Rain on Zinc", author: "Halima Bello", price: 450_000 },
  { id: "the-last-ferry", title: "The Last Ferry to Lokoja", author: "Tunde Adeyemi", price: 325_000 },
  { id: "harmattan-letters", title: "Harmattan Letters", author: "Ngozi Eze", price: 675_000 },
  { id: "tea-at-noon", title: "A Short History of Tea at Noon", author: "Sani Danjuma", price: 200_000 },
];

/** ₦4,500.00 for 450000 kobo. */
export function inNaira(kobo: number): string {
  return new Intl.NumberFormat("en-NG", { style: "currency", currency: "NGN" }).format(kobo / 100);
}
