/** A session that this tab has had to do with. */
export type Kept = {
  token: string;
  /** The payer has seen how it ended. */
  isOver: boolean;
};

export type SessionMemory = {
  recall(): Kept | undefined;
  /** A session under way is found again by this tab, however it comes back. */
  keep(token: string): void;
  /** One that has ended is found by a reload alone: whoever opens the link anew pays anew. */
  end(token: string): void;
  forget(): void;
};

/** Remembers the session of a payment link. Where the browser allows no storage, a reload forgets it. */
export function createSessionMemory(slug: string): SessionMemory {
  const key = `checkout:${slug}`;

  return {
    recall() {
      const token = tryStorage((storage) => storage.getItem(key));
      if (token) return { token, isOver: false };
      const ended = (history.state as { ended?: unknown } | null)?.ended;
      return typeof ended === "string" ? { token: ended, isOver: true } : undefined;
    },
    keep(token) {
      tryStorage((storage) => storage.setItem(key, token));
    },
    end(token) {
      this.forget();
      history.replaceState({ ended: token }, "");
    },
    forget() {
      tryStorage((storage) => storage.removeItem(key));
      history.replaceState(null, "");
    },
  };
}

/** 32 random bytes in base64url: whoever holds a session's token sees how its payment stands. */
export function createToken(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(32));
  return btoa(String.fromCharCode(...bytes))
    .replace(/\+/g, "-")
    .replace(/\//g, "_")
    .replace(/=/g, "");
}

/** Browsers that keep sites from storing things throw, some as soon as the storage is named. */
function tryStorage<Result>(use: (storage: Storage) => Result): Result | undefined {
  try {
    return use(window.sessionStorage);
  } catch {
    return undefined;
  }
}
