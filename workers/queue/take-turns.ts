export type InTurn = <Result>(call: () => Promise<Result>) => Promise<Result>;

/**
 * Makes what runs calls one after another, in the order in which they are given, however many are given at once.
 * It returns what the call returns and throws what it throws, which keeps none after it from its turn.
 */
export function takeTurns(): InTurn {
  let last: Promise<unknown> = Promise.resolve();
  return (call) => {
    const mine = last.then(call);
    last = mine.catch(() => undefined);
    return mine;
  };
}
