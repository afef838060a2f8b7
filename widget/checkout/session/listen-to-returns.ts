/** Calls `listener` when our state may be stale: the payer is back, or the device went online or offline. */
export function listenToReturns(listener: () => void): void {
  for (const event of ["online", "offline"]) window.addEventListener(event, listener);
  window.addEventListener("pageshow", ({ persisted }) => {
    if (persisted) listener();
  });
  document.addEventListener("visibilitychange", () => {
    if (!document.hidden) listener();
  });
}
