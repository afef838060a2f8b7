import { createPause } from "./pause.ts";

/** What this browser remembers of the payer's sessions on one payment link. */
type Kept = {
  /** The payer's current or last session. */
  token: string;
  /** It succeeded, and the payer and the merchant's page know. */
  isOver: boolean;
  /** Sessions the payer left. Money may be on its way to their accounts. */
  earlier: string[];
};

export type SessionMemory = {
  recall(): Kept;
  /** The token to start a session with: that of the present session, perhaps from another tab, or a new one. */
  claim(): Promise<string>;
  /** A session succeeded, and the payer knows. */
  end(token: string): void;
  /** The payer leaves a session: the next claim creates a token, unless another tab already did. */
  leave(token: string | undefined): void;
  setAside(token: string): void;
  dropEarlier(token: string): void;
};

const PREFIX = "checkout:";
/** Each is polled now and then. */
const MOST_EARLIER = 5;
/** How many payment links a browser remembers, and for how long after the last change. */
const MOST_LINKS = 20;
const KEEP_MS = 7 * 24 * 60 * 60_000;
/** Within this time, all tabs see what one of them has stored. */
const SETTLE_MS = 500;

/**
 * Remembers a payment link's sessions for all tabs of this browser (under the same top-level site, if the browser
 * separates them). Without storage, only this tab remembers them, across reloads.
 */
export function createSessionMemory(slug: string): SessionMemory {
  const key = PREFIX + slug;

  function recall(): Kept {
    const [at, isOver, token = "", ...earlier] = readText(key).split(" ");
    if (isOld(at)) return { token: "", isOver: false, earlier: [] };
    return { token, isOver: isOver === "1", earlier };
  }

  function change(changes: Partial<Kept>): void {
    const { token, isOver, earlier } = { ...recall(), ...changes };
    const text = [Date.now(), Number(isOver), token, ...earlier.slice(-MOST_EARLIER)].join(" ");
    let tabs: string | null = null;
    try {
      localStorage.setItem(key, text);
    } catch {
      tabs = text;
    }
    history.replaceState(tabs, "");
  }

  const without = (token: string) => recall().earlier.filter((other) => other !== token);

  dropOld();
  return {
    recall,
    // Two tabs may ask at the same time, and what one stores reaches the other's process a moment later.
    claim: () =>
      new Promise((resolve) =>
        inTurn(key, () => {
          const token = recall().token || createToken();
          change({ token });
          resolve(token);
          return createPause().wait(SETTLE_MS);
        }),
      ),
    end: (token) => change({ token, isOver: true, earlier: [] }),
    leave(token) {
      if (recall().token === token) change({ token: "", isOver: false });
    },
    setAside(token) {
      change({ earlier: [...without(token), token] });
    },
    dropEarlier: (token) => change({ earlier: without(token) }),
  };
}

/** Calls `work` while no other tab does. Browsers without locks call it at once. */
async function inTurn(name: string, work: () => Promise<void>): Promise<void> {
  try {
    await navigator.locks.request(name, work);
  } catch {
    void work();
  }
}

/** This tab's own text comes first: it has one only if the browser refused to store it. Refusals throw. */
function readText(key: string): string {
  try {
    return String(history.state ?? localStorage.getItem(key));
  } catch {
    return "";
  }
}

/** Forgets links that haven't changed for long, and the oldest if there are too many. */
function dropOld(): void {
  try {
    const changedAt = (name: string) => parseInt(localStorage.getItem(name)!);
    Object.keys(localStorage)
      .filter((name) => name.startsWith(PREFIX))
      .sort((one, other) => changedAt(other) - changedAt(one))
      .forEach((name, index) => {
        if (index >= MOST_LINKS || isOld(changedAt(name))) localStorage.removeItem(name);
      });
  } catch {
    // No storage, nothing to forget.
  }
}

/** Also true for an invalid time. */
const isOld = (at: unknown) => !(Number(at) > Date.now() - KEEP_MS);

/** 32 random bytes in base64url. Anyone who has a session's token can see the state of its payment. */
function createToken(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(32));
  return btoa(String.fromCharCode(...bytes))
    .replace(/\+/g, "-")
    .replace(/\//g, "_")
    .replace("=", "");
}
