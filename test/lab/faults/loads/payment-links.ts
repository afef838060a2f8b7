import { randomBytes } from "node:crypto";
import { runSql } from "../../../helpers/database/run-sql.ts";
import type { Told } from "../../client/careful-client.ts";
import type { Load } from "../run.ts";

/** A session without an account is over: the page requests another one, with another token. */
const startAgain = {
  body: {},
  idempotencyKey: false,
  isFinal: ({ error }: Told) => error?.message.includes("Start again") ?? false,
} as const;

/** Payers who open and pay a link: the same session has the same account, and the link is paid once. */
export const load: Load = {
  name: "payment links",
  share: 0.2,
  async start({ platform, client }) {
    const { merchants, bank, ownerUrl } = platform;
    const paid = new Map<string, string>();
    const refused: string[] = [];

    return {
      async act(random) {
        const { liveKey: key } = random.pick(merchants);
        const amount = { value: 5_000 + Math.floor(random.between(0, 10_000)), currency: "NGN" };
        const body = { title: "Lamp", amount, customer: { email: "payer@example.com" } };
        const link = await client.send("POST", "/v1/payment-links", { key, body }, random);
        if (link.status !== 201)
          return void refused.push(`a link was refused: ${link.status} ${link.error?.code}`);
        const { slug } = link.data as { slug: string };
        let token = "";
        const open = () => client.send("POST", `/pay/${slug}/session`, { key: token, ...startAgain }, random);
        let first;
        do {
          token = randomBytes(32).toString("base64url");
          first = await open();
        } while (first.status === 500);
        if (first.status !== 201)
          return void refused.push(`a session was refused: ${first.status} ${first.error?.code}`);
        const again = await open();
        const numberOf = (session: Told) => session.data?.bankAccount?.accountNumber as string;
        if (numberOf(again) !== numberOf(first)) refused.push(`the payer of ${slug} was given two accounts`);
        const account = bank.provider.recipients.get(numberOf(first))!;
        bank.payIn(account, amount, random);
        paid.set(slug, account);
      },
      countUnfinished: async () => 0,
      async findViolations() {
        const rows = await runSql<{ slug: string; status: string }>(
          ownerUrl,
          "select slug, status from payment_links where environment = 'live'",
        );
        const found = new Map(rows.map((row) => [row.slug, row.status]));
        const notPaid = [...paid.keys()].filter((slug) => found.get(slug) !== "paid");
        return [
          ...refused,
          ...notPaid.map((slug) => `link ${slug} was paid and is ${found.get(slug) ?? "gone"}`),
        ];
      },
    };
  },
};
