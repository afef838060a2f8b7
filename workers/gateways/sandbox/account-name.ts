import { sandboxPersonName } from "./person-name.ts";

/**
 * The holder's name of any account number in the sandbox: made up, and always the same for the same bank and number, so
 * that a merchant's tests can rely on it without the sandbox storing it.
 */
export function sandboxAccountName(bankCode: string, accountNumber: string): string {
  return sandboxPersonName(`${bankCode}:${accountNumber}`);
}
