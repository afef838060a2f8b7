import type { Acting } from "../../audit-log/acting.ts";
import { call } from "../call.ts";
import type { Connection } from "../database.ts";
import { keyIdOf, type MasterKeys } from "./encryption.ts";

const note = call("note_encryption_key");
const forget = call("forget_encryption_keys");

/** Throws unless a process has every key that something in the database may be encrypted with. Called at start. */
export async function requireEncryptionKeys(connection: Connection, keys: MasterKeys): Promise<void> {
  const other = keys.other === undefined ? undefined : keyIdOf(keys.other);
  if (await note(connection, { key: keyIdOf(keys.current), other })) return;
  throw new Error(
    "SERVICE_ENCRYPTION_KEY is not the key that this database was encrypted with: set that one or, while you change " +
      "it, both (SERVICE_ENCRYPTION_KEY_OTHER).",
  );
}

/** Records that everything is encrypted with the current key; returns how many others are not needed any more. */
export const forgetOtherKeys = (connection: Connection, { current }: MasterKeys, acting: Acting) =>
  forget(connection, { key: keyIdOf(current), acting });
