/** Used if the browser denies its storage. */
const forThisPage = new Map<string, string>();

type Area = "localStorage" | "sessionStorage";

/** The text that keepInBrowser() stored, if the browser still has it. */
export function readFromBrowser(area: Area, name: string): string | undefined {
  try {
    return window[area].getItem(name) ?? undefined;
  } catch {
    return forThisPage.get(name);
  }
}

/** Stores a text; undefined removes it. Only for this page if the browser denies its storage. */
export function keepInBrowser(area: Area, name: string, value: string | undefined): void {
  try {
    if (value === undefined) window[area].removeItem(name);
    else window[area].setItem(name, value);
  } catch {
    if (value === undefined) forThisPage.delete(name);
    else forThisPage.set(name, value);
  }
}
