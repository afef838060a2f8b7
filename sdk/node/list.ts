import { Call, type Answer } from "./call.ts";

export type Page<Item> = {
  data: Item[];
  hasMore: boolean;
  /** Pass it as `cursor`, with the same filters, to get the next page. */
  nextCursor?: string | undefined;
};

/** What one request of a list returns. */
type FetchPage = (cursor: string | undefined) => Promise<Answer<unknown> & { meta?: unknown }>;

/** A list that requests a page when you come to it: `for await (const payout of service.payouts.list())`. */
export class List<Item> implements AsyncIterable<Item> {
  readonly #fetch: FetchPage;

  constructor(fetch: FetchPage) {
    this.#fetch = fetch;
  }

  /** One page: the first, or that of the list's `cursor`. */
  page(): Call<Page<Item>> {
    return new Call(this.#read(undefined));
  }

  /** The items of all pages, at most `max`. */
  async all({ max }: { max: number }): Promise<Item[]> {
    const items: Item[] = [];
    if (!(max > 0)) return items;
    for await (const item of this) if (items.push(item) >= max) break;
    return items;
  }

  async *[Symbol.asyncIterator](): AsyncIterator<Item> {
    let cursor: string | undefined;
    do {
      const { data } = await this.#read(cursor);
      yield* data.data;
      cursor = data.hasMore ? data.nextCursor : undefined;
    } while (cursor);
  }

  async #read(cursor: string | undefined): Promise<Answer<Page<Item>>> {
    const { data, meta, ...rest } = await this.#fetch(cursor);
    const page = { hasMore: false, ...(meta as object), data: data as Item[] };
    return { ...rest, data: page };
  }
}
