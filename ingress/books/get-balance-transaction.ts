import { z } from "zod";
import { balanceTransactionJson } from "../../sql/books/balance-transaction-json.ts";
import { findBalanceTransaction } from "../../sql/books/balance-transactions.ts";
import { reference } from "../http/fields.ts";
import { orNotFound } from "../http/problems.ts";
import { route } from "../http/route.ts";

export const getBalanceTransaction = route({
  method: "get",
  path: "/v1/balance-transactions/:reference",
  summary: "Get a movement of your available money",
  scope: "books:read",
  request: { params: z.object({ reference: reference("btx") }) },
  success: { status: 200, data: balanceTransactionJson },
  errors: ["NOT_FOUND"],
  handler: async ({ caller, params }, { database, config }) => ({
    data: orNotFound(await findBalanceTransaction(database, config.encryptionKeys, caller, params.reference)),
  }),
});
