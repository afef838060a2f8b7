import { join } from "node:path";
import type { Demo } from "./prepare-demo.ts";

/** What `npm start` prints when everything is ready: where it is, the key to use, and a first request to paste. */
export function describeStart(demo: Demo, dataDir: string): string {
  return `
Payments platform is ready at ${demo.baseUrl}

  Test key   ${demo.secretKey}
  Details    ${join(dataDir, "demo.json")}

Try it, who owns this account:

curl -s ${demo.baseUrl}/v1/banks/verify-account -H "Authorization: Bearer ${demo.secretKey}" \
-H "Content-Type: application/json" -d '{"bankCode":"058","accountNumber":"0123456789"}'

A shop that takes payments with the checkout:  npm run demo:shop

Ctrl-C stops everything; the data stays in ${dataDir}.
`;
}
