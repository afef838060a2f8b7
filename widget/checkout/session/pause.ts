/** A wait that can be ended early. */
export type Pause = { wait(milliseconds: number): Promise<void>; wake(): void };

export function createPause(): Pause {
  let wake = () => {};
  return {
    wait: (milliseconds) =>
      new Promise((resolve) => {
        const timer = setTimeout(resolve, milliseconds);
        wake = () => {
          clearTimeout(timer);
          resolve();
        };
      }),
    wake: () => wake(),
  };
}
