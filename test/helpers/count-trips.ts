const SYNC = "S".charCodeAt(0);
const QUERY = "Q".charCodeAt(0);

/**
 * Counts what a client of PostgreSQL waits for: each Sync of the extended protocol and each simple query is one round
 * trip (PostgreSQL's documentation, "Message Flow").
 */
export function countTrips() {
  let trips = 0;
  const watch = () => {
    let pending = Buffer.alloc(0);
    let isStarted = false;
    return (data: Buffer) => {
      pending = Buffer.concat([pending, data]);
      for (;;) {
        // The first message has no type byte.
        const header = isStarted ? 1 : 0;
        if (pending.length < header + 4) return;
        const length = header + pending.readUInt32BE(header);
        if (pending.length < length) return;
        if (isStarted && (pending[0] === SYNC || pending[0] === QUERY)) trips += 1;
        isStarted = true;
        pending = pending.subarray(length);
      }
    };
  };
  return { watch, trips: () => trips };
}
