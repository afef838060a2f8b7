import type { Incident } from "../incident.ts";

export const incident: Incident = {
  what: "the certificate of PUBLIC_URL ends in a week",
  told: { alert: "PaymentsCertificateEnding" },
  async play({ platform, showCertificate }) {
    await showCertificate(7);
    // Which reads it when it starts; others do within the hour.
    platform.workers[0]!.signal("SIGKILL");
    return () => showCertificate(90);
  },
};
