import {
  isSamePhone,
  decryptIdentity,
  decryptPhone,
  encryptIdentity,
} from "../../sql/identity/identity-record.ts";
import {
  completeIdentityCheck,
  completeIdentityRecord,
  findIdentityRecord,
  findOpenIdentityChecks,
} from "../../sql/queries/identity-checks.ts";
import type { TaskContext, TaskFor } from "../context.ts";
import { callGateway } from "../gateways/call-gateway.ts";

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
    if (asked?.status === "pending") {
      await answerRecord(context, id, asked, signal);
      crashPoint("identity.recorded");
    }

    // Read again: another run may have answered, and so may an earlier one that did not live to tell the checks.
    const record = await findIdentityRecord(database, id);
    if (record?.status !== "found" && record?.status !== "not_found") return;
    const { name, phones = [] } = decryptIdentity(encryptionKeys, ownerOf(record), record.encrypted_record);
    for (const check of await findOpenIdentityChecks(database, id)) {
      const phone = decryptPhone(encryptionKeys, ownerOf(record), check.encrypted_phone);
      const verified = record.status === "found" && phones.some((known) => isSamePhone(known, phone));
      await completeIdentityCheck(database, check.id, { verified, name: name ?? null });
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
  const { identifier, phone } = decryptIdentity(encryptionKeys, owner, record.encrypted_record);
  const answer = await callGateway(logger, { identityRecord: reference }, async () =>
    gatewayFor(environment).lookUpIdentity({ reference, type, identifier, phone }, signal),
  );
  crashPoint("identity.answered");
  if (answer.kind === "unknown") {
    await completeIdentityRecord(database, id, { status: "unavailable" });
    return;
  }
  const { kind: status, ...found } = answer;
  const encrypted = encryptIdentity(encryptionKeys, owner, { identifier, phone, ...found });
  await completeIdentityRecord(database, id, { status, encrypted });
}

function ownerOf({ merchant_id, environment, type, identifier_hash }: IdentityRow) {
  return { merchantId: merchant_id, environment, type, hash: identifier_hash };
}
