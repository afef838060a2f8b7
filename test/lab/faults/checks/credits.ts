import { runSql } from "../../../helpers/database/run-sql.ts";
import { coded, type Check } from "../run.ts";

/** The bank's incoming payments and ours: each exists once, as it was paid, and is booked. */
export const check: Check = {
  name: "every payment in is booked once",
  find: async ({ platform: { ownerUrl, bank } }) => {
    const rows = await runSql<{
      provider_reference: string;
      recipient: string;
      amount: string;
      status: string;
      journals: string;
    }>(
      ownerUrl,
      `select c.provider_reference, c.recipient, c.amount, c.status,
        (select count(*) from ledger_journals j where j.subject = c.reference
          and j.kind in ('credit_settled', 'credit_suspended')) as journals
      from credits c where c.environment = 'live'`,
    );
    const found = new Map(rows.map((row) => [row.provider_reference, row]));
    const violations: string[] = [];
    for (const { id, recipient, amount } of bank.paid.values()) {
      const credit = found.get(id);
      if (credit === undefined)
        violations.push(coded("WRITE_LOST", `payment ${id} to ${recipient} is not recorded`));
      else if (Number(credit.amount) !== amount.value) violations.push(`payment ${id} has another amount`);
      else if (!["settled", "suspended", "refunded"].includes(credit.status))
        violations.push(`payment ${id} is ${credit.status}`);
      else if (credit.journals === "0") violations.push(`payment ${id} is not booked`);
    }
    return violations;
  },
};
