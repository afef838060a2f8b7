import type { Connection } from "../../../sql/process/database.ts";
import {
  findReviewedMerchant,
  type ReviewedMerchant,
} from "../../../sql/verification/verification-reviews.ts";
import { notFound, Problem } from "../../http/problems.ts";
import type { Session } from "../../http/session.ts";

/** Nobody decides about their own business, nor looks at its papers in this way. */
export const ownMerchant = () =>
  new Problem("ROLE_INSUFFICIENT", "You're a member of this business. Another reviewer must decide.");

/**
 * The merchant that a reviewer looks at. Raises NOT_FOUND, also for a draft, which only the merchant's people see, and
 * ROLE_INSUFFICIENT where it is the reviewer's own.
 */
export async function requireReviewedMerchant(
  database: Connection,
  session: Session,
  merchant: string,
): Promise<ReviewedMerchant> {
  const found = await findReviewedMerchant(database, merchant, session.personId);
  if (found === null) throw notFound();
  if (found.isOwn) throw ownMerchant();
  if (found.status === "draft") throw notFound();
  return found;
}
