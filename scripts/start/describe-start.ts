import { join } from "node:path";
import { styleText } from "node:util";
import { DEMO_WEBHOOK_PORT } from "./demo-webhook.ts";
import type { Demo } from "./prepare-demo.ts";

/**
 * What `npm start` prints when everything is ready: its address, the key, a first request to paste, and what to try
 * next. In colour if stdout is a terminal.
 */
export function describeStart(
  demo: Demo,
  dataDir: string,
  { hasDocs, keepsMail, metrics }: { hasDocs: boolean; keepsMail: boolean; metrics: string[] },
): string {
  const bold = (text: string) => styleText("bold", text);
  return `
${styleText(["bold", "green"], "Payments platform is ready at")} ${bold(demo.baseUrl)}

  Dashboard  ${demo.dashboardUrl}
  Sign in    ${demo.personEmail} with the password ${demo.personPassword}
  Mail       ${keepsMail ? demo.dashboardUrl.replace(/dashboard$/, "dev/mail") : "goes to SMTP_URL"}
  API        ${demo.baseUrl}/v1
  Docs       ${hasDocs ? `${demo.baseUrl}/docs/` : "not built yet: npm run build docs"}
  Metrics    ${metrics.join(" and ") || "nowhere: METRICS_PORT is not set"}
  Test key   ${demo.secretKey}
  Details    ${join(dataDir, "demo.json")}

Try it, who owns this account:

curl -s ${demo.baseUrl}/v1/banks/verify-account -H "Authorization: Bearer ${demo.secretKey}" \
-H "Content-Type: application/json" -d '{"bankCode":"058","accountNumber":"0123456789"}'

In a second terminal:

  ${bold("npm run demo")}                a payment and a payout, step by step
  ${bold("npm run demo:shop")}           a shop that takes payments with the checkout
  ${bold("npm run demo:marketplace")}    a marketplace that pays 50 sellers and reconciles its books

Webhooks for your own receiver, signed with webhookSecret of demo.json:

  ${bold(`npm run -s listen -- --forward-to http://localhost:${DEMO_WEBHOOK_PORT}/webhooks`)}

Ctrl-C stops everything; the data stays in ${dataDir}.
`;
}
