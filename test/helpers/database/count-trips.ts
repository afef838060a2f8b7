const SYNC = "S".charCodeAt(0);
const QUERY = "Q".charCodeAt(0);
const PARSE = "P".charCodeAt(0);
/** Writes the log of requests, a second later: no caller waits for it. */
const LOG = "keep_requests";
/** The connection that listens for results is asked every few seconds whether it is alive: nor for that. */
const LISTEN = "listen ";

/**
 * Counts what a client of PostgreSQL waits for: each Sync of the extended protocol and each simple query is one round
 * trip (PostgreSQL's documentation, "Message Flow").
 */
export function countTrips() {
  let trips = 0;
  const watch = () => {
    let pending = Buffer.alloc(0);
    let isStarted = false;
    let isOfLog = false;
    let listens = false;
    return (data: Buffer) => {
      pending = Buffer.concat([pending, data]);
      for (;;) {
        // The first message has no type byte.
        const header = isStarted ? 1 : 0;
        if (pending.length < header + 4) return;
        const length = header + pending.readUInt32BE(header);
        if (pending.length < length) return;
        const type = isStarted ? pending[0] : undefined;
        const message = pending.subarray(0, length);
        if (type === PARSE || type === QUERY) isOfLog = message.includes(LOG);
        if (type === QUERY && message.includes(LISTEN)) listens = true;
        if ((type === SYNC || type === QUERY) && !isOfLog && !listens) trips += 1;
        isStarted = true;
        pending = pending.subarray(length);
      }
    };
  };
  return { watch, trips: () => trips };
}
