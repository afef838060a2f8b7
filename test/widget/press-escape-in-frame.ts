import type { Page } from "playwright-core";

/**
 * Presses Escape while the focus is in a checkout's frame. Not awaited: the key takes the frame away, and Chromium may never
 * confirm a key to a frame that is gone. Wait for what the key does instead.
 */
export function pressEscapeInFrame(page: Page): void {
  page.keyboard.press("Escape").catch(() => {});
}
