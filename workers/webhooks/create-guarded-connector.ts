import type { LookupAddress } from "node:dns";
import type { LookupFunction } from "node:net";
import { buildConnector } from "undici";
import { allowsAddress } from "../../sql/webhooks/address.ts";
import { AddressRefused } from "./resolve-host.ts";

/** Below what a whole attempt may take, so that a host which cannot be reached is told from one that does not answer. */
const CONNECT_MS = 10_000;
/** How long one of several addresses is waited for before the next is tried. Node's 250 ms are less than a far host needs. */
const NEXT_ADDRESS_MS = 1_000;

/**
 * Returns what opens connections for one attempt: to `addresses` only, whatever the host's name resolves to by now, and
 * to the others of them when one does not answer. The connected peer's own address is checked as well, before anything
 * is sent, so that no mistake elsewhere lets a request through. Certificates are verified against the host's name.
 */
export function createGuardedConnector(
  addresses: readonly LookupAddress[],
  allowCidrs: readonly string[],
  signal: AbortSignal,
): buildConnector.connector {
  const lookup: LookupFunction = (_host, _options, callback) => callback(null, [...addresses]);
  const connect = buildConnector({
    lookup,
    // It is then always asked for all addresses.
    autoSelectFamily: true,
    autoSelectFamilyAttemptTimeout: NEXT_ADDRESS_MS,
    timeout: CONNECT_MS,
    allowH2: false,
    // Closes a connection that is only being made when its attempt is over.
    signal,
    // Said here, NODE_TLS_REJECT_UNAUTHORIZED cannot take it back.
    rejectUnauthorized: true,
    minVersion: "TLSv1.2",
  });

  return (target, callback) => {
    const { hostname, protocol } = target;
    const isSecure = protocol === "https:";
    const port = target.port || (isSecure ? "443" : "80");
    connect({ hostname, protocol: "http:", port }, (error, socket) => {
      if (error !== null) return callback(error, null);
      if (!allowsAddress(socket.remoteAddress ?? "", allowCidrs)) {
        socket.destroy();
        return callback(new AddressRefused(), null);
      }
      if (!isSecure) return callback(null, socket);
      connect({ ...target, httpSocket: socket }, callback);
    });
  };
}
