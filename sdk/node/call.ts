/** A response with what came around its data. The body of `response` is read. */
export type Answer<Data> = { data: Data; response: Response; requestId: string | undefined };

/** A request that was sent: await it for the data, or `withResponse()` for the whole. */
export class Call<Data> extends Promise<Data> {
  readonly #answer: Promise<Answer<Data>>;

  constructor(answer: Promise<Answer<Data>>) {
    super(() => {});
    this.#answer = answer;
  }

  // `then` and `finally` make plain promises.
  static override get [Symbol.species]() {
    return Promise;
  }

  // oxlint-disable-next-line unicorn/no-thenable -- a promise is one
  override then<Result = Data, Handled = never>(
    onData?: ((data: Data) => Result | PromiseLike<Result>) | null,
    onError?: ((error: unknown) => Handled | PromiseLike<Handled>) | null,
  ): Promise<Result | Handled> {
    return this.#answer.then(({ data }) => data).then(onData, onError);
  }

  withResponse(): Promise<Answer<Data>> {
    return this.#answer;
  }
}
