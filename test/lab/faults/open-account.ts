import type { Client } from "../client/careful-client.ts";
import type { Random } from "../random.ts";

/** Opens a virtual account of a merchant for some amount; undefined if that was refused, which is a violation. */
export async function openAccount(client: Client, key: string, random: Random, violations: string[]) {
  const amount = { value: 20_000 + Math.floor(random.between(0, 100_000)), currency: "NGN" };
  const body = { customerEmail: "payer@example.com", amount };
  const { status, data, error } = await client.send("POST", "/v1/virtual-accounts", { key, body }, random);
  if (status !== 201) return void violations.push(`an account was refused: ${status} ${error?.code}`);
  return { account: data.reference as string, collection: data.collection.reference as string, amount };
}
