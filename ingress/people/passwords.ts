import { argon2, randomBytes, timingSafeEqual, type Argon2Parameters } from "node:crypto";
import { promisify } from "node:util";
import { busy } from "../http/problems.ts";
import { siteOf, subscriberOf } from "../http/limits/networks.ts";
import { createRoundRobin } from "../http/limits/round-robin.ts";

const argon2Async = promisify(argon2) as (name: "argon2id", of: Argon2Parameters) => Promise<Buffer>;

/** Of a hash: memory in KiB, passes, lanes. */
export type PasswordCost = { memory: number; passes: number; parallelism: number };

/** OWASP's first choice for Argon2id. */
export const passwordCost: PasswordCost = { memory: 19_456, passes: 2, parallelism: 1 };
const TAG_BYTES = 32;
/** A hash takes some 50 ms of one core: more at once would only take longer, and hold 19 MB each. */
const AT_ONCE = 2;
/** More would have to wait longer than a second or two. */
const MOST_WAITING = 40;
/** Time for the hash itself, and for what the request does after it. */
const REST_MS = 1_000;

/** A hash that no password has: 16 bytes of salt and 32 of hash, all zero. */
const nobodys = (cost: PasswordCost) => encodeHash(cost, Buffer.alloc(16), Buffer.alloc(TAG_BYTES));

/** The holders and the deadline of a hash: people and networks are served round robin. */
type Asker = { deadline?: number; ip?: string; person?: string };

export type Passwords = {
  /**
   * Returns a password's hash in the PHC text form. Raises SERVICE_UNAVAILABLE if too many requests wait, or this one
   * could not be served by its deadline.
   */
  hash(password: string, asker?: Asker): Promise<string>;
  /**
   * Whether a password has this hash. With null, as for an address without an account, it is false and takes as long.
   * Raises SERVICE_UNAVAILABLE as hash() does.
   */
  verify(password: string, hash: string | null, asker?: Asker): Promise<boolean>;
  /** How many hashes were computed, for tests: the time of a refusal follows from it. */
  computed(): number;
};

/**
 * The only place where a process computes password hashes: two at once, and a short queue, served round robin. Only
 * tests have another `cost`.
 */
export function createPasswords(cost = passwordCost): Passwords {
  let computed = 0;
  const slots = createRoundRobin({
    atOnce: AT_ONCE,
    mostWaiting: MOST_WAITING,
    refuse: () =>
      busy("passwords-at-once", 3, "Too many people are signing in right now. Try again shortly."),
  });
  const inLine = <Result>(
    compute: () => Promise<Result>,
    { deadline = Infinity, ip, person }: Asker,
  ): Promise<Result> => {
    const networks = ip === undefined ? [] : [siteOf(ip) ?? subscriberOf(ip)];
    return slots.take(
      () => {
        computed += 1;
        return compute();
      },
      deadline - REST_MS,
      person === undefined ? networks : [...networks, person],
    );
  };

  return {
    hash: (password, asker = {}) => inLine(() => hashPassword(password, cost), asker),
    async verify(password, hash, asker = {}) {
      const isRight = await inLine(() => verifyPassword(password, hash ?? nobodys(cost)), asker);
      return isRight && hash !== null;
    },
    computed: () => computed,
  };
}

async function hashPassword(password: string, cost: PasswordCost): Promise<string> {
  const nonce = randomBytes(16);
  return encodeHash(cost, nonce, await derive(password, nonce, cost));
}

function encodeHash({ memory, passes, parallelism }: PasswordCost, nonce: Buffer, tag: Buffer): string {
  const encode = (bytes: Buffer) => bytes.toString("base64").replace(/=+$/, "");
  return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${encode(nonce)}$${encode(tag)}`;
}

async function verifyPassword(password: string, hash: string): Promise<boolean> {
  const [, memory, passes, parallelism, nonce, tag] =
    /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/.exec(hash) ?? [];
  if (tag === undefined) throw new Error("a stored password hash is of another form");
  const cost = { memory: Number(memory), passes: Number(passes), parallelism: Number(parallelism) };
  const expected = Buffer.from(tag, "base64");
  const actual = await derive(password, Buffer.from(nonce!, "base64"), cost);
  return timingSafeEqual(actual, expected);
}

/** The same letters may be typed as other code points: NFKC makes them one. */
function derive(password: string, nonce: Buffer, cost: PasswordCost): Promise<Buffer> {
  return argon2Async("argon2id", {
    ...cost,
    message: password.normalize("NFKC"),
    nonce,
    tagLength: TAG_BYTES,
  });
}
