import { z } from "zod";
import { decrypt } from "../../sql/process/encryption/encryption.ts";
import type { Connection } from "../../sql/process/database.ts";
import { mailTokenContext } from "../../sql/mails/mails.ts";
import { sql } from "../../sql/process/sql-tag.ts";
import { testEncryptionKeys } from "../helpers/encryption-key.ts";

const row = z.object({ template: z.string(), encrypted_token: z.instanceof(Buffer).nullable() });

/** The mails to an address, oldest first, with the tokens of their links. */
export async function readMails(
  database: Connection,
  recipient: string,
): Promise<{ template: string; token: string | undefined }[]> {
  const mails = await database.any(sql.type(row)`
    select template, encrypted_token from mails where recipient = ${recipient} order by id`);
  return mails.map(({ template, encrypted_token }) => ({
    template,
    token:
      encrypted_token === null
        ? undefined
        : decrypt(testEncryptionKeys, encrypted_token, mailTokenContext({ template, recipient })),
  }));
}

/** The token of the newest mail of a kind to an address. */
export async function lastToken(database: Connection, recipient: string, template: string): Promise<string> {
  const mail = (await readMails(database, recipient)).findLast((one) => one.template === template);
  if (mail?.token === undefined) throw new Error(`no ${template} with a link to ${recipient}`);
  return mail.token;
}
