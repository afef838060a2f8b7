/** Texts of the embedding screen. */
export const embeddingTexts = {
  title: "Embedding",
  text: "The sites that may open your checkout on their own pages. On any other it stays blank. The list is the same for test and live.",
  add: "Add origin",
  origin: "Origin",
  description:
    "Scheme, host and port, without a path: https://shop.example.com. Plain http for localhost only.",
  remove: "Remove",
  removeOf: (origin: string) => `Remove ${origin}`,
  confirmTitle: (origin: string) => `Remove ${origin}?`,
  confirmText: "The checkout stays blank on its pages from now on. Payments that have begun go on.",
  added: "The origin is added.",
  removed: "The origin is removed.",
  list: { caption: "Origins that may embed the checkout", actions: "Actions" },
  emptyTitle: "No origins yet",
  emptyText: "Add the address of your shop, and of your own computer while you build: http://localhost:3000.",
  code: {
    title: "Put it on your page",
    text: "Create a payment link on your server, and open it with its slug.",
    name: "HTML",
  },
} as const;
