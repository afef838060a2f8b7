import { send } from "../client/send.ts";

/** A test account to pay out to, with its holder's name. */
export async function sandboxDestination(url: string, key: string, accountNumber: string) {
  const account = { bankCode: "058", accountNumber };
  const response = await send(`${url}/v1/banks/verify-account`, { key, body: account });
  const { data } = (await response.body.json()) as { data: { accountName: string } };
  return { ...account, accountName: data.accountName };
}
