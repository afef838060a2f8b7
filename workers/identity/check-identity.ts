import {
  decryptIdentity,
  decryptPhone,
  encryptIdentity,
  type IdentityOwner,
} from "../../sql/identity/identity-record.ts";
import { isSamePhone } from "../../sql/identity/phone.ts";
import {
  completeIdentityCheck,
  completeIdentityRecord,
  findIdentityRecord,
  findOpenIdentityChecks,
} from "../../sql/identity/identity-checks.ts";
import { noteFacts } from "../../sql/process/tracing/trace.ts";
import type { Task, TaskContext } from "../context.ts";
import { callGateway } from "../gateways/call-gateway.ts";
import { isAbandoned } from "../queue/is-abandoned.ts";

type IdentityRow = NonNullable<Awaited<ReturnType<typeof findIdentityRecord>>>;

/**
 * Completes the open checks of one identifier. The provider's record is requested once and kept; each check then
 * compares its own phone with it, so that nobody is verified by a phone that another check sent.
 *
 * A caller is waiting, so an outage is reported at once instead of being retried. It is not kept: it says nothing about
 * the person. When nobody waits any more, the provider is not called and the checks end as in an outage, uncharged.
 */
export const checkIdentity: Task = async (context, id) => {
  const { database, encryptionKeys, responseTimeoutMs, crashPoint } = context;
  const pending = await findIdentityRecord(database, id);
  if (pending?.status === "pending") {
    if (isAbandoned(pending, responseTimeoutMs))
      return void (await completeIdentityRecord(database, { recordId: id, status: "unavailable" }));
    await requestRecord(context, id, pending);
    crashPoint("identity.recorded");
  }

  // Read again: another run may have written it meanwhile, or an earlier run that died before it completed the checks.
  const record = await findIdentityRecord(database, id);
  if (record?.status !== "found" && record?.status !== "not_found") return;
  const { name, phones = [] } = decryptIdentity(encryptionKeys, ownerOf(record), record.encrypted_record);
  for (const check of await findOpenIdentityChecks(database, id)) {
    const phone = decryptPhone(encryptionKeys, ownerOf(record), check.encrypted_phone);
    const verified = record.status === "found" && phones.some((known) => isSamePhone(known, phone));
    await completeIdentityCheck(database, { requestId: check.id, verified, name: name ?? null });
  }
};

/** Requests the record from the provider and keeps the result, encrypted. */
async function requestRecord(
  { database, encryptionKeys, gateways, crashPoint, logger, signal }: TaskContext,
  id: bigint,
  row: IdentityRow,
): Promise<void> {
  const { reference, environment, type } = row;
  noteFacts({ reference });
  const owner = ownerOf(row);
  const { identifier, phone } = decryptIdentity(encryptionKeys, owner, row.encrypted_record);
  const call = { operation: "lookUpIdentity", environment } as const;
  const gateway = gateways.offering(environment, call.operation)[0];
  const result = await callGateway(logger, { ...call, gateway }, { identityRecord: reference }, (offering) =>
    offering.lookUpIdentity({ reference, type, identifier, phone }, signal),
  );
  crashPoint("identity.called");
  if (result.kind === "unknown") {
    await completeIdentityRecord(database, { recordId: id, status: "unavailable" });
    return;
  }
  const { kind: status, ...found } = result;
  const encryptedRecord = encryptIdentity(encryptionKeys, owner, { identifier, phone, ...found });
  await completeIdentityRecord(database, { recordId: id, status, encryptedRecord });
}

function ownerOf({ merchant_id, environment, type, identifier_hash }: IdentityRow): IdentityOwner {
  return { merchantId: merchant_id, environment, type, hash: identifier_hash };
}
