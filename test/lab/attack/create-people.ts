import { createDatabase, type Database } from "../../../sql/process/database.ts";
import type { MemberRole } from "../../../sql/members/member-json.ts";
import { createPerson } from "../../helpers/create-person.ts";
import { createFundedMerchant } from "../../helpers/records.ts";
import type { Target } from "./attack.ts";

/** The headers of requests from a dashboard page. */
export const fromDashboard = { "sec-fetch-site": "same-origin" };

/** The headers that a signed-in person sends. */
export type PersonHeaders = Record<string, string>;

/** Signs in people of the attacker's merchant. */
export async function createPeople(
  { databaseUrl, attacker }: Target,
  count: number,
  role: MemberRole,
): Promise<PersonHeaders[]> {
  return signIn(databaseUrl, count, async () => [attacker.live.merchantId, role]);
}

/** Signs in the owners of as many unverified merchants. */
export async function createOwners({ databaseUrl }: Target, count: number): Promise<PersonHeaders[]> {
  return signIn(databaseUrl, count, async (database) => [
    (await createFundedMerchant(database)).merchantId,
    "owner",
  ]);
}

async function signIn(
  url: string,
  count: number,
  memberOf: (database: Database) => Promise<readonly [bigint, MemberRole]>,
): Promise<PersonHeaders[]> {
  const database = await createDatabase({ url, maxPoolSize: 1, applicationName: "attack-people" });
  const people = [];
  for (let n = 0; n < count; n += 1) {
    const { session } = await createPerson(database, [await memberOf(database)]);
    people.push({ ...fromDashboard, cookie: `__Host-session=${session}` });
  }
  await database.end();
  return people;
}
