import { isSamePhone, openIdentity, openPhone, sealIdentity } from "../../sql/columns/identity.ts";
import {
  answerIdentityCheck,
  answerIdentityRecord,
  findIdentityRecord,
  findOpenIdentityChecks,
} from "../../sql/queries/identity-checks.ts";
import type { TaskContext, TaskFor } from "../context.ts";
import { askGateway } from "../gateways/ask-gateway.ts";

type IdentityRow = NonNullable<Awaited<ReturnType<typeof findIdentityRecord>>>;

/**
 * Answers the checks of one identifier. What the provider has on record is asked for once and kept; each check then
 * compares its own phone with it, so that nobody is verified by what another check knew.
 *
 * Somebody waits for the answer, so an outage is one as well: no second try. It is not kept, and says nothing about
 * the person.
 */
export const checkIdentity: TaskFor<"check_identity"> = (context) => {
  const { database, encryptionKeys, crashPoint } = context;

  return async ({ id }, { signal }) => {
    const asked = await findIdentityRecord(database, id);
    if (asked?.status === "asked") {
      await answerRecord(context, id, asked, signal);
      crashPoint("identity.recorded");
    }

    // Read again: another run may have answered, and so may an earlier one that did not live to tell the checks.
    const record = await findIdentityRecord(database, id);
    if (record?.status !== "found" && record?.status !== "not_found") return;
    const { name, phones = [] } = openIdentity(encryptionKeys, ownerOf(record), record.sealed);
    for (const check of await findOpenIdentityChecks(database, id)) {
      const phone = openPhone(encryptionKeys, ownerOf(record), check.sealed_phone);
      const verified = record.status === "found" && phones.some((known) => isSamePhone(known, phone));
      await answerIdentityCheck(database, check.id, { verified, name: name ?? null });
    }
  };
};

/** Asks the provider and keeps what it says. */
async function answerRecord(
  { database, encryptionKeys, gatewayFor, crashPoint, logger }: TaskContext,
  id: bigint,
  record: IdentityRow,
  signal: AbortSignal,
): Promise<void> {
  const { reference, environment, type } = record;
  const owner = ownerOf(record);
  const { identifier, phone } = openIdentity(encryptionKeys, owner, record.sealed);
  const answer = await askGateway(logger, { identityRecord: reference }, async () =>
    gatewayFor(environment).lookUpIdentity({ reference, type, identifier, phone }, signal),
  );
  crashPoint("identity.answered");
  if (answer.kind === "unknown") {
    await answerIdentityRecord(database, id, { status: "unavailable" });
    return;
  }
  const { kind: status, ...found } = answer;
  const sealed = sealIdentity(encryptionKeys, owner, { identifier, phone, ...found });
  await answerIdentityRecord(database, id, { status, sealed });
}

function ownerOf({ merchant_id, environment, type, identifier_hash }: IdentityRow) {
  return { merchantId: merchant_id, environment, type, hash: identifier_hash };
}
