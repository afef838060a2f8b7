import type { Page } from "playwright-core";

/**
 * Presses Escape while the focus is in a checkout's frame. Not awaited: the key removes the frame, and Chromium may
 * never confirm a key to a removed frame. Wait for the key's effect instead.
 */
export function pressEscapeInFrame(page: Page): void {
  page.keyboard.press("Escape").catch(() => {});
}
