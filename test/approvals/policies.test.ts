import { describe, expect } from "vitest";
import { z } from "zod";
import { sql } from "../../sql/process/sql-tag.ts";
import { outcomeOf } from "../helpers/call.ts";
import { createMember } from "../helpers/create-member.ts";
import { createPerson, type Person } from "../helpers/create-person.ts";
import { test } from "../helpers/test.ts";
import { createTeam, kobo, type Team } from "./team.ts";

type Wanted = { amountMax?: object; dayMax?: object; newDestinations?: boolean };

const set = (team: Pick<Team, "as">, by: Person, wanted: Wanted) =>
  team.as(by, "PUT", "approval-policy", { newDestinations: false, ...wanted });
const naira = (value: number) => kobo(value * 100);

describe("an approval policy", () => {
  test("starts at once, and is in the audit log and in the owners' mail", async ({
    fileDatabase: database,
    fileIngress: { call },
  }) => {
    const team = await createTeam(database, call);
    expect((await team.pay(team.finance, 200_000)).data.status).toBe("pending");
    const { data } = await set(team, team.owner, { amountMax: naira(1_000), dayMax: naira(3_000) });
    expect(data.policy).toMatchObject({
      amountMax: naira(1_000),
      dayMax: naira(3_000),
      newDestinations: false,
    });
    expect(data.next).toBeUndefined();
    expect(data.approvers.map(({ role }: { role: string }) => role)).toEqual(["approver", "owner"]);
    expect((await team.pay(team.finance, 100_000)).data.status).toBe("pending");
    // The day's sum has what was accepted before the policy.
    expect((await team.pay(team.finance, 100)).data.status).toBe("awaiting_approval");
    const actions = await database.anyFirst(sql.type(z.object({ action: z.string() }))`
      select action from audit_log where person_id = ${team.owner.id} and merchant_id = ${team.tenant.merchantId}`);
    expect(actions).toEqual(["approval-policy set"]);
    const mails = await database.anyFirst(sql.type(z.object({ template: z.string() }))`
      select template from mails where recipient = ${team.owner.email} order by id`);
    expect(mails).toContain("approval_policy_changed");
  });

  test("is set by owners only, who have just proved who they are", async ({
    fileDatabase: database,
    fileIngress: { call },
  }) => {
    const team = await createTeam(database, call);
    for (const person of [team.finance, team.approver])
      expect(outcomeOf(await set(team, person, { newDestinations: true }))).toBe("ROLE_INSUFFICIENT");
    await database.query(sql.type(z.object({}))`
      update sessions set proved_at = now() - interval '11 minutes' where person_id = ${team.owner.id}`);
    expect(outcomeOf(await set(team, team.owner, { newDestinations: true }))).toBe("STEP_UP_REQUIRED");
  });

  test("needs two people who may approve", async ({ fileDatabase: database, fileIngress: { call } }) => {
    const { tenant } = await createMember(database);
    const owner = await createPerson(database, [[tenant.merchantId, "owner"]]);
    await createPerson(database, [[tenant.merchantId, "finance"]]);
    const as = (by: Person, method: string, path: string, body?: object) =>
      call(method, `/dashboard/api/test/${path}`, { session: by.session, body });
    const refused = await set({ as }, owner, { newDestinations: true });
    expect([refused.status, refused.error.details]).toEqual([422, { approvers: expect.any(String) }]);
    await createPerson(database, [[tenant.merchantId, "approver"]]);
    expect(outcomeOf(await set({ as }, owner, { newDestinations: true }))).toBe(200);
  });

  test("that is looser starts after 24 hours where there is one owner, and what is tighter at once", async ({
    fileDatabase: database,
    fileIngress: { call },
  }) => {
    const team = await createTeam(database, call);
    await set(team, team.owner, { amountMax: naira(1_000) });
    const { data } = await set(team, team.owner, { amountMax: naira(5_000), newDestinations: true });
    expect(data.policy).toMatchObject({ amountMax: naira(1_000), newDestinations: true });
    expect(data.next).toMatchObject({ amountMax: naira(5_000), setBy: team.owner.reference });
    expect((await set(team, team.owner, { amountMax: naira(5_000), newDestinations: true })).data).toEqual(
      data,
    );
    const advance = (minutes: number) =>
      call("POST", "/v1/sandbox/clock/advance", { key: team.key, body: { minutes } });
    await advance(24 * 60 - 1);
    const read = async () => (await team.as(team.finance, "GET", "approval-policy")).data;
    expect((await read()).policy.amountMax).toEqual(naira(1_000));
    await advance(2);
    expect((await read()).policy.amountMax).toEqual(naira(5_000));
    expect((await read()).next).toBeUndefined();
    // Turning it off is looser too; setting the present policy ends that wait.
    expect((await set(team, team.owner, {})).data.next).toMatchObject({ newDestinations: false });
    const kept = await set(team, team.owner, { amountMax: naira(5_000), newDestinations: true });
    expect(kept.data.next).toBeUndefined();
    expect(kept.data.policy).toEqual((await read()).policy);
  });

  test("that is looser starts where there are two owners once the other one sets the same", async ({
    fileDatabase: database,
    fileIngress: { call },
  }) => {
    const team = await createTeam(database, call);
    const second = await createPerson(database, [[team.tenant.merchantId, "owner"]]);
    await set(team, team.owner, { amountMax: naira(1_000) });
    const looser = { amountMax: naira(2_000) };
    const { data } = await set(team, team.owner, looser);
    expect([data.policy.amountMax, data.next.startsAt]).toEqual([naira(1_000), undefined]);
    // Not by the same one again, nor by another policy.
    expect((await set(team, team.owner, looser)).data.policy.amountMax).toEqual(naira(1_000));
    const other = await set(team, second, { amountMax: naira(3_000) });
    expect([other.data.policy.amountMax, other.data.next.setBy]).toEqual([naira(1_000), second.reference]);
    expect((await set(team, team.owner, { amountMax: naira(3_000) })).data.policy.amountMax).toEqual(
      naira(3_000),
    );
  });

  test("is one of two of a merchant at most: the one that applies, and one that waits", async ({
    fileDatabase: database,
    fileIngress: { call },
  }) => {
    const team = await createTeam(database, call);
    for (const amount of [1_000, 2_000, 500, 3_000, 4_000])
      expect((await set(team, team.owner, { amountMax: naira(amount) })).status).toBe(200);
    const starts = await database.anyFirst(sql.type(z.object({ amount_max: z.bigint() }))`
      select amount_max from approval_policies where merchant_id = ${team.tenant.merchantId} order by starts_at`);
    expect(starts).toEqual([50_000n, 400_000n]);
  });

  test("names the keys whose payments nobody may approve", async ({
    fileDatabase: database,
    fileIngress: { call },
  }) => {
    const team = await createTeam(database, call);
    await database.query(sql.type(z.object({}))`
      update api_keys set made_by = ${team.owner.id} where reference = ${team.keyReference}`);
    const read = async () => (await team.as(team.owner, "GET", "approval-policy")).data.keysWithoutApprover;
    expect(await read()).toEqual([]);
    await database.query(sql.type(z.object({}))`
      update memberships set role = 'viewer' where person_id = ${team.approver.id}`);
    expect(await read()).toMatchObject([{ reference: team.keyReference }]);
  });
});
