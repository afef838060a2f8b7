import type { Browser, BrowserContext } from "playwright-core";
import type { Database } from "../../sql/database.ts";
import { addOrigin } from "../../sql/queries/origins.ts";
import type { NewPaymentLink } from "../../sql/queries/payment-links.ts";
import { createLink } from "./create-link.ts";
import { browserFixture } from "./browser-fixture.ts";
import { createMember, test as base, type Member } from "./ingress-test.ts";

export type Merchant = Member & {
  /** Adds a payment link, one-time and of 5,000 naira unless told otherwise; returns its slug. */
  createLink(terms?: Partial<NewPaymentLink>): Promise<string>;
  /** Lets pages of these origins embed the merchant's checkouts. */
  registerOrigins(...origins: string[]): Promise<void>;
};

/** A merchant with a test key, as payers' tests need one. */
export async function createMerchant(database: Database): Promise<Merchant> {
  const member = await createMember(database);
  return {
    ...member,
    createLink: (terms) => createLink(database, member.tenant, terms),
    registerOrigins: async (...origins) => {
      for (const origin of origins) await addOrigin(database, member.tenant.merchantId, origin);
    },
  };
}

type Fixtures = {
  /** One Chromium for all tests of the file. */
  browser: Browser;
  /** A browser profile of the test's own. */
  context: BrowserContext;
  merchant: Merchant;
};

/** The ingress's `test` with a browser and a merchant; name `workers` too where something is to be provisioned or paid. */
export const test = base.extend<Fixtures>({
  browser: browserFixture,
  context: async ({ browser }, use) => {
    const context = await browser.newContext();
    // Sooner than the test's own: what was waited for is named.
    context.setDefaultTimeout(15_000);
    await use(context);
    await context.close();
  },
  merchant: async ({ database }, use) => use(await createMerchant(database)),
});
