/** A session of this tab. */
type Kept = {
  token: string;
  /** It succeeded, and the payer and the merchant's page have been notified. */
  isOver: boolean;
};

export type SessionMemory = {
  recall(): Kept | undefined;
  /** For a session that is open or has money in it: this tab finds it again, after a reload or a new visit. */
  keep(token: string): void;
  /** For a session that has ended: only a reload finds it. Opening the link again starts a new payment. */
  end(kept: Kept): void;
  forget(): void;
  /** Sessions that the payer has left. Money may be on its way to their accounts. */
  earlier(): string[];
  setAside(token: string): void;
  dropEarlier(token: string): void;
};

/** The server is asked about each of them now and then. */
const MOST_EARLIER = 5;

/** Remembers the sessions of a payment link. If the browser allows no storage, a reload forgets them. */
export function createSessionMemory(slug: string): SessionMemory {
  const key = `checkout:${slug}`;
  const earlierKey = `${key}:earlier`;

  function earlier(): string[] {
    return tryStorage((storage) => storage.getItem(earlierKey)?.split(" ")) ?? [];
  }

  function keepEarlier(tokens: string[]): void {
    tryStorage((storage) =>
      tokens.length > 0
        ? storage.setItem(earlierKey, tokens.slice(-MOST_EARLIER).join(" "))
        : storage.removeItem(earlierKey),
    );
  }

  function dropEarlier(token: string): void {
    keepEarlier(earlier().filter((other) => other !== token));
  }

  function forget(): void {
    tryStorage((storage) => storage.removeItem(key));
    history.replaceState(null, "");
  }

  return {
    recall() {
      const token = tryStorage((storage) => storage.getItem(key));
      if (token) return { token, isOver: false };
      const { ended, isOver } = (history.state ?? {}) as { ended?: unknown; isOver?: unknown };
      return typeof ended === "string" ? { token: ended, isOver: isOver === true } : undefined;
    },
    keep(token) {
      tryStorage((storage) => storage.setItem(key, token));
    },
    end({ token, isOver }) {
      forget();
      history.replaceState({ ended: token, isOver }, "");
      if (isOver) keepEarlier([]);
    },
    forget,
    earlier,
    setAside: (token) => keepEarlier([...earlier().filter((other) => other !== token), token]),
    dropEarlier,
  };
}

/** 32 random bytes in base64url. Anyone who has a session's token can see the state of its payment. */
export function createToken(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(32));
  return btoa(String.fromCharCode(...bytes))
    .replace(/\+/g, "-")
    .replace(/\//g, "_")
    .replace(/=/g, "");
}

/** Browsers that block storage throw, some already on reading `sessionStorage`. */
function tryStorage<Result>(use: (storage: Storage) => Result): Result | undefined {
  try {
    return use(window.sessionStorage);
  } catch {
    return undefined;
  }
}
