export type SerialRunner = <Result>(call: () => Promise<Result>) => Promise<Result>;

/**
 * Returns a function that runs calls one after another, in the order given. It returns and throws what the call does; a
 * failing call doesn't block those after it.
 */
export function createSerialRunner(): SerialRunner {
  let last: Promise<unknown> = Promise.resolve();
  return (call) => {
    const mine = last.then(call);
    last = mine.catch(() => undefined);
    return mine;
  };
}
