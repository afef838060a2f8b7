import { FUNDS, type Lane } from "./start-lane.ts";

/** What is wrong with a platform's books as a whole: ours, the clients' and the providers'. */
export async function checkLane(lane: Lane, accepted: ReadonlySet<string>): Promise<string[]> {
  const { query, client, paystack, monnify } = lane;
  const violations: string[] = [];
  const discrepancies = await query("select * from ledger_discrepancies");
  violations.push(...discrepancies.map((row) => `ledger: ${JSON.stringify(row)}`));

  const ours = await query<{ reference: string }>("select reference from payouts");
  const known = new Set(ours.map(({ reference }) => reference));
  for (const reference of accepted) if (!known.has(reference)) violations.push(`${reference} is not there`);
  for (const reference of known)
    if (!accepted.has(reference)) violations.push(`nobody was told of ${reference}`);
  for (const { kind, transfers } of [paystack, monnify])
    for (const reference of transfers.keys())
      if (!known.has(reference)) violations.push(`${kind} has ${reference}, which does not exist`);
  for (const [key, made] of client.madeBy)
    if (made.size > 1) violations.push(`key ${key} made ${[...made].join(", ")}`);

  // Each merchant's initial money is now available, reserved, paid, or the fee of a payment.
  const balances = await query<{ merchant: string; has: string }>(
    `select m.reference as merchant,
      (select sum(a.balance) from ledger_accounts a
        where a.merchant_id = m.id and a.environment = 'live' and a.kind in ('available', 'reserved'))
      + coalesce(sum(
        case p.status when 'succeeded' then p.amount + p.fee when 'reversed' then p.fee else 0 end
      ), 0) as has
    from merchants m join payouts p on p.merchant_id = m.id
    group by m.id`,
  );
  for (const { merchant, has } of balances)
    if (BigInt(has) !== FUNDS) violations.push(`${merchant} has ${has}, of ${FUNDS}`);
  return [...violations, ...(await compareWithProviders(lane))];
}

/** Compares the ledger's payments with the providers', except for payouts that wait for a person. */
async function compareWithProviders({ query, paystack, monnify }: Lane): Promise<string[]> {
  const rows = await query<{ reference: string; out: string }>(
    `select p.reference, coalesce(sum(-e.amount), 0) as out
    from payouts p
    left join ledger_journals j on j.subject = p.reference
    left join ledger_entries e on e.journal_id = j.id
      and e.account_id in (select id from ledger_accounts where kind like 'float%')
    where not p.needs_review
    group by p.id`,
  );
  let booked = 0;
  let paid = 0;
  for (const { reference, out } of rows) {
    booked += Number(out);
    for (const { transfers } of [paystack, monnify]) {
      const transfer = transfers.get(reference);
      if (transfer?.status === "succeeded") paid += transfer.amount.value;
    }
  }
  return Math.abs(booked) === paid
    ? []
    : [`the ledger says that the providers paid ${booked}, and they have paid ${paid}`];
}
