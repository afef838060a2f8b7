import { isIP } from "node:net";
import { connect } from "node:tls";
import type { ReadGauge } from "../sql/process/metrics/process-metrics.ts";

const EVERY_MS = 3_600_000;
/** After a failed attempt. */
const RETRY_MS = 60_000;
const TIMEOUT_MS = 5_000;

/**
 * When the certificate ends that callers are shown, in seconds since 1970: read from PUBLIC_URL at most once an hour,
 * behind the scrape. Absent without an https PUBLIC_URL, and before it was reached. Only workers may connect there.
 */
export function measureCertificate(publicUrl: string): ReadGauge {
  let endsAt: number | undefined;
  let readAgainAt = publicUrl.startsWith("https://") ? 0 : Infinity;
  const readAgain = async (url: URL) => {
    try {
      endsAt = await readEnd(url);
      readAgainAt = performance.now() + EVERY_MS;
    } catch {
      readAgainAt = performance.now() + RETRY_MS;
    }
  };
  return {
    name: "payments_certificate_expiry_timestamp_seconds",
    help: "When the certificate of PUBLIC_URL ends, since 1970. Absent without https, and before it was read.",
    read: () => {
      if (performance.now() >= readAgainAt) {
        readAgainAt = Infinity;
        void readAgain(new URL(publicUrl));
      }
      return endsAt;
    },
  };
}

/** Rejects if the server cannot be reached. A certificate that nobody would accept any more is read too. */
function readEnd({ hostname, port }: URL): Promise<number> {
  const host = hostname.replace(/^\[|\]$/g, "");
  return new Promise((resolve, reject) => {
    const servername = isIP(host) === 0 ? { servername: host } : {};
    const socket = connect({ host, port: Number(port || 443), rejectUnauthorized: false, ...servername });
    socket.setTimeout(TIMEOUT_MS, () => socket.destroy(new Error("no response")));
    socket.once("error", reject);
    socket.once("secureConnect", () => {
      const certificate = socket.getPeerX509Certificate();
      socket.destroy();
      if (certificate === undefined) reject(new Error("no certificate"));
      else resolve(certificate.validToDate.getTime() / 1000);
    });
  });
}
