/** What a browser that keeps nothing for this site, or refuses to say so without an error, is given instead. */
const forThisPage = new Map<string, string>();

type Area = "localStorage" | "sessionStorage";

/** What keepInBrowser() kept under this name, if the browser still has it. */
export function readFromBrowser(area: Area, name: string): string | undefined {
  try {
    return window[area].getItem(name) ?? undefined;
  } catch {
    return forThisPage.get(name);
  }
}

/** Keeps a text, or with undefined forgets it; for this page only where the browser denies its storage. */
export function keepInBrowser(area: Area, name: string, value: string | undefined): void {
  try {
    if (value === undefined) window[area].removeItem(name);
    else window[area].setItem(name, value);
  } catch {
    if (value === undefined) forThisPage.delete(name);
    else forThisPage.set(name, value);
  }
}
