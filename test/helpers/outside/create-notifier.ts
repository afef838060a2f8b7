/** How a provider sends its notices. "late": when the test calls `catchUp`, the newest first. */
type Notifying = "once" | "twice" | "late" | "never";

/** What a provider does about notices, which it sends by `send`, as a test tells it. */
export function createNotifier(send: (notice: object) => Promise<unknown>) {
  const waiting: object[] = [];
  return {
    how: "once" as Notifying,
    async notify(notice: object): Promise<void> {
      if (this.how === "late") waiting.push(notice);
      if (this.how === "once" || this.how === "twice") await send(notice);
      if (this.how === "twice") await send(notice);
    },
    async catchUp(): Promise<void> {
      for (const notice of waiting.splice(0).reverse()) await send(notice);
    },
  };
}
