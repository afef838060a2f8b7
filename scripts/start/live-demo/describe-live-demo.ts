import { styleText } from "node:util";
import type { Demo } from "../prepare-demo.ts";

/** What `npm start -- --live-demo` prints when everything is ready: its address, and commands to paste. */
export function describeLiveDemo(
  demo: Demo,
  { dataDir, controlUrl }: { dataDir: string; controlUrl: string },
): string {
  const bold = (text: string) => styleText("bold", text);
  return `
${styleText(["bold", "green"], "Live mode is ready at")} ${bold(demo.baseUrl)}

No money moves: Paystack and Monnify are played on this machine.

  Dashboard  ${demo.dashboardUrl}
  Sign in    ${demo.personEmail} with the password ${demo.personPassword}
  Live key   ${demo.secretKey}
  Providers  ${controlUrl} shows what they have, and takes orders

Paste this into a second terminal (bash or zsh): a payer pays 5,000 naira in, and you pay 2,000 out.

${commands(demo, controlUrl)}

Then, in the same terminal, make Paystack misbehave, pay out again, and look at what it has:

curl -sS "$PROVIDERS/misbehave" -d '{"provider":"paystack","how":"time out after acting"}'
pay_out 100000
curl -sS "$PROVIDERS/behave" -d '{"provider":"paystack"}'
curl -sS "$PROVIDERS"

More of that is in docs/live-gateways.md. Operators' commands need DATA_DIR=${dataDir} before them.

Ctrl-C stops everything. The next start begins with an empty database.
`;
}

const commands = (demo: Demo, controlUrl: string) => `\
KEY=${demo.secretKey} API=${demo.baseUrl} PROVIDERS=${controlUrl}
call() { curl -sS -w "\\n" -H "Authorization: Bearer $KEY" -H "Content-Type: application/json" "$@"; }
pick() { node -pe "JSON.parse(require('fs').readFileSync(0, 'utf8')).data$1"; }
until_is() { for _ in $(seq 60); do [ "$(call "$API/v1/$1" | pick .status)" = "$2" ] && break; sleep 1; done; }

ACCOUNT=$(call "$API/v1/virtual-accounts" \\
  -d '{"customerEmail":"payer@example.com","amount":{"value":500000,"currency":"NGN"}}')
NUMBER=$(echo "$ACCOUNT" | pick .accountNumber)
COLLECTION=$(echo "$ACCOUNT" | pick .collection.reference)
curl -sS "$PROVIDERS/pay" -d "{\\"accountNumber\\":\\"$NUMBER\\",\\"amountKobo\\":500000}"
until_is "collections/$COLLECTION" succeeded
echo "Available: $(call "$API/v1/balances" | pick '[0].available.value') kobo"

pay_out() {
  NAME=$(call "$API/v1/banks/verify-account" \\
    -d '{"bankCode":"058","accountNumber":"0123456789"}' | pick .accountName)
  TO="{\\"bankCode\\":\\"058\\",\\"accountNumber\\":\\"0123456789\\",\\"accountName\\":\\"$NAME\\"}"
  PAYOUT=$(call "$API/v1/payouts" -H "Idempotency-Key: $RANDOM-$RANDOM-$RANDOM" \\
    -d "{\\"amount\\":{\\"value\\":$1,\\"currency\\":\\"NGN\\"},\\"destination\\":$TO}" | pick .reference)
  until_is "payouts/$PAYOUT" succeeded
  echo "Payout: $PAYOUT $(call "$API/v1/payouts/$PAYOUT" | pick .status)"
}
pay_out 200000
echo "Available: $(call "$API/v1/balances" | pick '[0].available.value') kobo"`;
