import { createBatches } from "../../sql/process/batching/batches.ts";
import type { Database } from "../../sql/process/database.ts";
import {
  CONNECT_MS,
  DeadlinePassed,
  NoDatabaseConnection,
} from "../../sql/process/connections/connect-fairly.ts";
import { LONGEST_QUEUE } from "../../sql/process/connections/fair-queue.ts";
import { authenticateKeys, type Authentication, type UsedKey } from "../../sql/keys/api-keys.ts";

export type KeyLookups = {
  /** Finds a key, together with concurrent lookups; null if there is none. */
  find(key: UsedKey, deadline: number): Promise<Authentication | null>;
};

/** A call with this many takes PostgreSQL about a millisecond. */
const MOST = 64;

/**
 * Looks up the keys of concurrent requests in one call, on one connection. No result is used for a request that came
 * after its call was sent: a revocation applies from its commit on. Keys are served round robin, so that one used a
 * thousand times a second delays no other. Each waits for the call before its own, so this is only for keys that this
 * process knows, not for made-up ones. Rejects with NoDatabaseConnection if the database does not respond.
 */
export function createKeyLookups(reads: Database): KeyLookups {
  const batches = createBatches<UsedKey, Authentication | null>({
    name: "authenticate_keys",
    most: MOST,
    mostWaiting: LONGEST_QUEUE,
    call: (keys, times) =>
      authenticateKeys(reads.for({ owner: "known keys", group: "known keys", ...times }), keys),
  });
  return {
    find: async (key, requestDeadline) => {
      // No longer than a query waits for a connection, so that requests fail soon if the database does not respond.
      const deadline = Math.min(requestDeadline, performance.now() + CONNECT_MS);
      try {
        return await batches.add({ queue: "keys", owner: key.secretKey }, key, deadline);
      } catch (error) {
        if (!(error instanceof DeadlinePassed)) throw error;
        throw new NoDatabaseConnection("the key was not found in time", { cause: error });
      }
    },
  };
}
