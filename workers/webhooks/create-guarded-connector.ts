import type { LookupAddress } from "node:dns";
import type { LookupFunction } from "node:net";
import { buildConnector } from "undici";
import { allowsPeer } from "../../sql/webhooks/endpoints/url.ts";
import { AddressRefused } from "./resolve-host.ts";

/** Less than a whole attempt, so that an unreachable host is distinguished from one that does not respond. */
const CONNECT_MS = 10_000;
/** How long to try one of several addresses before the next. Node's 250 ms are too short for a far host. */
const NEXT_ADDRESS_MS = 1_000;

/**
 * Returns the connector for one attempt: it connects to `addresses` only, even if the host's name resolves to others by
 * now, one after the other until one responds. The connected peer's own address is checked too, before anything is
 * sent, so that no mistake elsewhere lets a request through. Certificates are verified against the host's name.
 *
 * The connection fails with AddressRefused when the peer's address is not allowed.
 */
export function createGuardedConnector(
  addresses: readonly LookupAddress[],
  allowCidrs: readonly string[],
  signal: AbortSignal,
): buildConnector.connector {
  const lookup: LookupFunction = (_host, _options, callback) => callback(null, [...addresses]);
  const connect = buildConnector({
    lookup,
    // Makes Node request all addresses from `lookup`.
    autoSelectFamily: true,
    autoSelectFamilyAttemptTimeout: NEXT_ADDRESS_MS,
    timeout: CONNECT_MS,
    allowH2: false,
    // Closes an unfinished connection when its attempt is over.
    signal,
    // Set here, so that NODE_TLS_REJECT_UNAUTHORIZED cannot turn it off.
    rejectUnauthorized: true,
    minVersion: "TLSv1.2",
  });

  return (target, callback) => {
    const { hostname, protocol } = target;
    const isSecure = protocol === "https:";
    const port = target.port || (isSecure ? "443" : "80");
    connect({ hostname, protocol: "http:", port }, (error, socket) => {
      if (error !== null) return callback(error, null);
      if (!allowsPeer(socket.remoteAddress ?? "", port, allowCidrs)) {
        socket.destroy();
        return callback(new AddressRefused(), null);
      }
      if (!isSecure) return callback(null, socket);
      connect({ ...target, httpSocket: socket }, callback);
    });
  };
}
