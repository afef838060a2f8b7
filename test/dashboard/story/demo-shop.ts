import { z } from "zod";
import type { Database } from "../../../sql/process/database.ts";
import { createPaymentLink } from "../../../sql/payment-links/payment-links.ts";
import type { Tenant } from "../../../sql/merchants/tenant.ts";
import { sql } from "../../../sql/process/sql-tag.ts";
import {
  createFundedMerchant,
  createVirtualAccount,
  fund,
  payIn,
  setEndpoint,
} from "../../helpers/records.ts";
import { createRefund } from "../../refunds/create-collection.ts";
import { acceptTestPayouts } from "../../payouts/accept-test-payouts.ts";

const noRow = sql.type(z.object({}));

/** A text that would run if a screen wrote it as markup. */
export const canary = `"><img src=x onerror="document.body.id='fired'"><script>document.body.id='fired'</script>`;

export type DemoShop = {
  tenant: Tenant;
  slug: string;
  account: string;
  collection: string;
  payout: string;
  refund: string;
  check: string;
  event: string;
};

/**
 * A merchant that has something on every screen: paid, open and unmatched collections, payouts, a refund, a link, an
 * identity check, an endpoint that fails. All texts that somebody else can write begin with `name`.
 */
export async function createDemoShop(database: Database, name: string): Promise<DemoShop> {
  const tenant = await createFundedMerchant(database);
  const { merchantId } = tenant;
  await setEndpoint(database, tenant, "https://shop.example/hooks");
  await fund(database, tenant, 12_500_000n);
  const account = await createVirtualAccount(database, tenant, 500_000n);
  const { slug } = await createPaymentLink(database, tenant, {
    title: `${name}Reading lamp`,
    amountType: "fixed",
    amount: 500_000n,
    minAmount: null,
    maxAmount: null,
    linkType: "reusable",
    customer: { name: `${name}Chidi Eze`, email: "chidi@example.com" },
    successRedirectUrl: null,
  });
  await database.query(noRow`
    update virtual_accounts set customer_name = ${`${name}Chidi Eze`}, bank_name = ${`${name}Sandbox Bank`},
      account_name = ${`${name}KADUNA BOOKS`}
    where reference = ${account.reference}`);
  await database.query(noRow`
    update collections set payment_link_id = (select id from payment_links where slug = ${slug})
    where reference = ${account.collection.reference}`);
  const payer = { accountName: `${name}ADA OKAFOR`, bankName: `${name}Payer's Bank`, [`${name}x`]: name };
  await payIn(database, account.reference, 500_000n, { payer });
  await payIn(database, account.reference, 70_000n, { payer });
  await createVirtualAccount(database, tenant, 250_000n);
  const refund = await createRefund(database, tenant, account.collection.reference, { amount: 120_000n });
  await database.query(noRow`update payouts set note = ${`${name}Lamp`} where reference = ${refund}`);
  const [payout] = await acceptTestPayouts(database, tenant, { count: 4 });
  await database.query(noRow`
    update payouts set account_name = ${`${name}BOLA ADE`}, bank_name = ${`${name}Bank`}, narration = ${`${name}Rent`},
      metadata = ${sql.json({ [`${name}key`]: `${name}value` })}, failure_code = 'X', failure_message = ${`${name}No`},
      status = 'failed'
    where reference = ${payout!}`);
  const check = `kyc_${account.reference.slice(3)}`;
  await database.query(noRow`
    with record as (
      insert into identity_records (reference, merchant_id, environment, type, identifier_hash, status, requested_for)
      values (${check.replace("kyc", "idr")}, ${merchantId}, 'test', 'bvn', '', 'expired', '')
      returning id
    )
    insert into identity_checks (
      reference, merchant_id, environment, type, identity_record_id, status, name, is_cache_hit
    )
    select ${check}, ${merchantId}, 'test', 'bvn', id, 'succeeded', ${`${name}ADA OKAFOR`}, false from record`);
  const event = await database.oneFirst(sql.type(z.object({ reference: z.string() }))`
    select reference from events where merchant_id = ${merchantId} and subject = ${account.collection.reference}
    order by id limit 1`);
  await database.query(noRow`
    insert into webhook_attempts (event_id, number, url, request_headers, response_status, response_body, duration_ms)
    select id, 1, 'https://shop.example/hooks', '{}', 500, ${name}, 42 from events where reference = ${event}`);
  await database.query(noRow`
    update webhook_endpoints set failing_since = now() where merchant_id = ${merchantId}`);
  await database.query(noRow`
    insert into daily_totals (merchant_id, environment, currency, day, received, receipts, sent, payouts, returned)
    select ${merchantId}, 'test', 'NGN', lagos_day(now()) - n, (37 * n % 11 + 1) * 1250000, 37 * n % 11,
      (53 * n % 7) * 900000, 53 * n % 7, case when n = 12 then 900000 else 0 end
    from generate_series(1, 29) n`);
  return {
    tenant,
    slug,
    account: account.reference,
    collection: account.collection.reference,
    payout: payout!,
    refund,
    check,
    event,
  };
}

/** The screens of what a shop has, as paths of its environment. */
export const pathsOf = ({ slug, account, collection, payout, refund, check, event }: DemoShop) => [
  "",
  "collections",
  `collections/${collection}`,
  "unmatched-payments",
  "virtual-accounts",
  `virtual-accounts/${account}`,
  "payment-links",
  "payment-links/new",
  `payment-links/${slug}`,
  "payouts",
  `payouts/${payout}`,
  "refunds",
  `refunds/${refund}`,
  "balance",
  "statements",
  "identity-checks",
  `identity-checks/${check}`,
  "events",
  `events/${event}`,
];
