import { runSql } from "../../../helpers/database/run-sql.ts";
import { coded, type Load } from "../run.ts";

const PHONE = "08031234567";

/** Identity checks: each has one result, and is charged once. */
export const load: Load = {
  name: "identity checks",
  share: 0.1,
  async start({ platform, client }) {
    const { merchants, bank, ownerUrl } = platform;
    const told = new Map<string, boolean>();
    const refused: string[] = [];
    let people = 0;

    return {
      async act(random) {
        const { liveKey: key } = random.pick(merchants);
        people += 1;
        const bvn = String(22_000_000_000 + people);
        bank.provider.identities.set(bvn, { name: "ADAEZE OKAFOR", phones: [PHONE] });
        const isRight = random.next() < 0.5;
        const body = { bvn, phone: isRight ? PHONE : "08039999999" };
        const response = await client.send("POST", "/v1/kyc/bvn", { key, body }, random);
        if (response.status !== 200)
          return void refused.push(
            `an identity check was refused: ${response.status} ${response.error?.code}`,
          );
        told.set(response.data.reference as string, response.data.verified as boolean);
        if (response.data.verified !== isRight)
          refused.push(`${response.data.reference as string} says ${response.data.verified as boolean}`);
      },
      countUnfinished: async () => 0,
      async findViolations() {
        const rows = await runSql<{ reference: string; status: string; charges: string }>(
          ownerUrl,
          `select c.reference, c.status,
            (select count(*) from ledger_journals j join identity_checks k on k.reference = j.subject
              where j.kind = 'identity_fee_captured' and k.identity_record_id = c.identity_record_id) as charges
          from identity_checks c where c.environment = 'live'`,
        );
        const found = new Map(rows.map((row) => [row.reference, row]));
        const violations = [...refused];
        for (const [reference, isVerified] of told) {
          const check = found.get(reference);
          if (check === undefined)
            violations.push(coded("WRITE_LOST", `${reference} had a result and is not there`));
          else if (check.status !== (isVerified ? "succeeded" : "failed"))
            violations.push(`${reference} is ${check.status}`);
          else if (check.charges !== "1") violations.push(`${reference} was charged ${check.charges} times`);
        }
        return violations;
      },
    };
  },
};
