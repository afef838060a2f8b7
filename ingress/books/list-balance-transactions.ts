import { balanceTransactionJson, balanceTransactionKinds } from "../../sql/books/balance-transaction-json.ts";
import { findBalanceTransactions } from "../../sql/books/balance-transactions.ts";
import { oneOf } from "../http/fields.ts";
import { moment } from "../http/list-query.ts";
import { byMerchantReference } from "../http/own-fields/own-fields.ts";
import { listRoute } from "../http/list-route.ts";
import { booksCurrency } from "./books-fields.ts";

export const listBalanceTransactions = listRoute({
  path: "/v1/balance-transactions",
  summary: "List the movements of your available money, newest first",
  scope: "books:read",
  item: balanceTransactionJson,
  filters: {
    kind: oneOf(balanceTransactionKinds).optional(),
    currency: booksCurrency.optional(),
    ...byMerchantReference,
    occurredFrom: moment.describe("Lists what happened at the bank at or after this time.").optional(),
    occurredTo: moment.describe("Lists what happened at the bank before this time.").optional(),
  },
  find: ({ database, config }, caller, page) =>
    findBalanceTransactions(database, config.encryptionKeys, caller, page),
});
