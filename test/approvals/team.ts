import { randomUUID } from "node:crypto";
import { z } from "zod";
import type { Database } from "../../sql/process/database.ts";
import type { Tenant } from "../../sql/merchants/tenant.ts";
import { sql } from "../../sql/process/sql-tag.ts";
import type { MemberRole } from "../../sql/members/member-json.ts";
import type { Call } from "../helpers/call.ts";
import { createLiveMember, createMember, type Member } from "../helpers/create-member.ts";
import { createPerson, type Person } from "../helpers/create-person.ts";
import { destination, resolveDestination } from "../helpers/records.ts";

export const kobo = (value: number) => ({ value, currency: "NGN" });

export type Team = Member & {
  call: Call;
  finance: Person;
  approver: Person;
  owner: Person;
  /** Below the dashboard's API, in the tenant's environment. */
  as(person: Person, method: string, path: string, body?: object): ReturnType<Call>;
  pay(by: Person | string, amount: number): ReturnType<Call>;
  decide(by: Person | string, reference: string, decision: "approve" | "reject"): ReturnType<Call>;
};

/** A merchant with money, a person in each role about payments, and a key that an operator made. */
export async function createTeam(
  database: Database,
  call: Call,
  environment: "test" | "live" = "test",
): Promise<Team> {
  const member =
    environment === "live"
      ? await createLiveMember(database, 1_000_000n)
      : await createMember(database, { available: 1_000_000n });
  const { tenant } = member;
  await resolveDestination(database, tenant);
  const person = (role: MemberRole) => createPerson(database, [[tenant.merchantId, role]]);
  const [finance, approver, owner] = [
    await person("finance"),
    await person("approver"),
    await person("owner"),
  ];
  const send = (by: Person | string, method: string, path: string, body?: object, headers = {}) =>
    typeof by === "string"
      ? call(method, `/v1/${path}`, { key: by, body, headers })
      : call(method, `/dashboard/api/${environment}/${path}`, { session: by.session, body, headers });
  return {
    ...member,
    call,
    finance,
    approver,
    owner,
    as: send,
    pay: (by, amount) =>
      send(by, "POST", "payouts", { amount: kobo(amount), destination }, { "idempotency-key": randomUUID() }),
    decide: (by, reference, decision) => send(by, "POST", `approvals/${reference}/${decision}`),
  };
}

type Policy = { amountMax?: number | undefined; dayMax?: number; newDestinations?: boolean };

/** Sets a policy as though it had been set long ago. */
export async function givePolicy(
  database: Database,
  { merchantId, environment }: Tenant,
  { amountMax, dayMax, newDestinations = false }: Policy,
): Promise<void> {
  const none = z.object({});
  await database.query(sql.type(none)`
    delete from approval_policies where merchant_id = ${merchantId} and environment = ${environment}`);
  await database.query(sql.type(none)`
    insert into approval_policies (merchant_id, environment, amount_max, day_max, new_destinations, starts_at)
    values (${merchantId}, ${environment}, ${amountMax ?? null}, ${dayMax ?? null}, ${newDestinations},
      now() - interval '1 day')`);
}
