/** Calls `listener` when the payer comes back to the page, or the device goes online or offline: what we know may be old. */
export function listenToReturns(listener: () => void): void {
  for (const event of ["online", "offline"]) window.addEventListener(event, listener);
  window.addEventListener("pageshow", ({ persisted }) => {
    if (persisted) listener();
  });
  document.addEventListener("visibilitychange", () => {
    if (!document.hidden) listener();
  });
}
