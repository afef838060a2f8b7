import { z } from "zod";
import type { Connection } from "../process/database.ts";
import { sql } from "../process/sql-tag.ts";
import { call } from "../process/call.ts";
import { kybStatuses } from "../merchants/merchants.ts";
import {
  verificationStepJson,
  type ListedVerification,
  type ReviewedStatus,
  type VerificationStep,
} from "./review-json.ts";
import { pageOf, rowOf, type Page, type Position } from "../process/pages.ts";

/**
 * Decides about what was seen of a merchant's business: the form's version, and the documents' references. The reason
 * of a rejection is in `acting`.
 */
export const decideVerification = call("decide_verification", {
  outcome: z.enum(["decided", "not_found", "not_submitted", "own_merchant", "changed"]),
  version: z.int().nullable(),
});

/** A page of the verifications in one state, those that are in it longest first; `reviewer` null for an operator. */
export async function listVerifications(
  connection: Connection,
  status: ReviewedStatus,
  { limit, after }: { limit: number; after: Position | null },
  reviewer: bigint | null,
): Promise<Page<ListedVerification>> {
  const rows = await connection.any(sql.type(rowOf<ListedVerification>())`
    select jsonb_build_object(
        'merchant', m.reference, 'name', m.name, 'status', m.kyb_status, 'statusSince', iso_timestamp(v.status_since),
        'documents', (select count(*) from verification_documents d where d.merchant_id = m.id),
        'isOwn', is_own_verification(m.id, ${reviewer}::bigint)
      ) as json, v.status_since::text as created_at, m.id
    from merchants m join verifications v on v.merchant_id = m.id
    where m.kyb_status = ${status} and m.closed_at is null
      and (${after === null} or
        (v.status_since, m.id) > (${after?.createdAt ?? null}::timestamptz, ${after?.id ?? null}::bigint))
    order by v.status_since, m.id
    limit ${limit + 1}`);
  return pageOf(rows, limit);
}

/** A count ends there, and means that or more: nobody needs a larger one. */
const MOST_COUNTED = 1_000;

/** How many businesses wait for a decision that this reviewer may make; 1,000 stands for more. */
export async function countWaitingVerifications(connection: Connection, reviewer: bigint): Promise<number> {
  return connection.oneFirst(sql.type(z.object({ waiting: z.int() }))`
    select count(*)::int as waiting from (
      select from merchants m join verifications v on v.merchant_id = m.id
      where m.kyb_status = 'submitted' and m.closed_at is null and not is_own_verification(m.id, ${reviewer})
      limit ${MOST_COUNTED}
    ) submitted`);
}

const reviewed = z.object({
  id: z.bigint(),
  reference: z.string(),
  name: z.string(),
  status: z.enum(kybStatuses),
  isOwn: z.boolean(),
});
export type ReviewedMerchant = z.output<typeof reviewed>;

/** The merchant of a reference as its reviewer sees it; null if there is none. */
export async function findReviewedMerchant(
  connection: Connection,
  merchant: string,
  reviewer: bigint | null,
): Promise<ReviewedMerchant | null> {
  return connection.maybeOne(sql.type(reviewed)`
    select m.id, m.reference, m.name, m.kyb_status as status,
      is_own_verification(m.id, ${reviewer}::bigint) as "isOwn"
    from merchants m where m.reference = ${merchant}`);
}

/** The last 50 status changes of a merchant's verification, newest first, from the audit log. */
export async function listVerificationSteps(
  connection: Connection,
  merchantId: bigint,
): Promise<readonly VerificationStep[]> {
  return connection.any(sql.type(verificationStepJson)`
    select iso_timestamp(at) as at, action, actor, before_status as "from", after_status as "to", reason
    from list_verification_steps(${merchantId})`);
}
