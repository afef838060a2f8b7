/** Texts of the embedding screen. */
export const embeddingTexts = {
  title: "Embedding",
  text: "The sites that can open your checkout on their own pages. On any other site it stays blank. The list applies to test and live.",
  add: "Add origin",
  origin: "Origin",
  description:
    "Scheme, host and port, without a path: https://shop.example.com. Plain http works on localhost only.",
  remove: "Remove",
  removeOf: (origin: string) => `Remove ${origin}`,
  confirmTitle: (origin: string) => `Remove ${origin}?`,
  confirmText: "The checkout stops opening on this site immediately. Payments in progress continue.",
  added: "Origin added",
  removed: "Origin removed",
  list: { caption: "Origins that can embed the checkout", actions: "Actions" },
  emptyTitle: "No origins yet",
  emptyText: "Add your shop’s address, and your own computer’s while you develop: http://localhost:3000.",
  code: {
    title: "Add it to your page",
    text: "Create a payment link on your server and open it by its slug.",
    name: "HTML",
  },
} as const;
