import { describe, expect } from "vitest";
import { z } from "zod";
import type { Tenant } from "../../sql/merchants/tenant.ts";
import type { Database } from "../../sql/process/database.ts";
import { sql } from "../../sql/process/sql-tag.ts";
import { registerWorker } from "../../sql/queue/workers/workers.ts";
import { setWebhookEndpoint } from "../../sql/webhooks/endpoints/webhook-endpoints.ts";
import { recoverEvents, replayEvent } from "../../sql/webhooks/events/events.ts";
import { readStates } from "../helpers/read-states.ts";
import { testEncryptionKeys } from "../helpers/encryption-key.ts";
import { createFundedMerchant } from "../helpers/records.ts";
import { test } from "../helpers/test.ts";
import { claimDelivery, recordAttempt } from "../helpers/worker-steps.ts";

const steps = await readStates("webhooks/deliveries");

type Place = { database: Database; tenant: Tenant };
type Act = (place: Place) => Promise<unknown>;

const URL = "https://example.com/";
const nothing = z.object({});

const observed = z.object({
  id: z.bigint(),
  reference: z.string(),
  fence: z.bigint(),
  state: z.string(),
  endpoint: z.string().nullable(),
  shown: z.string(),
});

const look = ({ database, tenant }: Place) =>
  database.one(sql.type(observed)`
    select e.id, e.reference, e.fence, delivery_json(e) ->> 'status' as shown,
      case
        when e.delivery_status <> 'pending' then e.delivery_status
        when w.disabled_at is not null then 'held'
        when is_claimed_by(e, living_workers()) then 'sending'
        else 'pending'
      end as state,
      case when w.disabled_at is not null then 'off' when w.failing_since is not null then 'fails' else 'works' end
        as endpoint
    from events e left join webhook_endpoints w on w.merchant_id = e.merchant_id and w.environment = e.environment
    where e.merchant_id = ${tenant.merchantId}`);

const setEndpoint: Act = ({ database, tenant }) =>
  setWebhookEndpoint(database, testEncryptionKeys, tenant, URL, {});
const emit: Act = ({ database, tenant: { merchantId, environment } }) =>
  database.query(sql.type(nothing)`
    select emit_event(${merchantId}, ${environment}, 'webhook.test', '{"message": "Hello"}')`);

const claim: Act = async (place) => {
  const { workerId } = await registerWorker(place.database);
  return claimDelivery(place.database, (await look(place)).id, workerId, false);
};
/** Where nobody has claimed the event, by a worker whose claim was taken over. */
const respond =
  (status: number): Act =>
  async (place) => {
    const { id, fence, state } = await look(place);
    const attempt = { url: URL, requestHeaders: {}, status, durationMs: 12 };
    await recordAttempt(place.database, id, state === "sending" ? fence : fence - 1n, attempt);
  };
const failLast: Act = async (place) => {
  const { id, state } = await look(place);
  if (state === "sending")
    await place.database.query(
      sql.type(nothing)`update events set retries = 9, attempts = 9 where id = ${id}`,
    );
  await respond(500)(place);
};

/** What each event is in SQL. */
const events: Record<string, Act> = {
  claim,
  responded: respond(204),
  failed: respond(500),
  "failed last": failLast,
  gone: respond(410),
  replayed: async (place) =>
    replayEvent(place.database, { tenant: place.tenant, reference: (await look(place)).reference }),
  recovered: ({ database, tenant }) =>
    recoverEvents(database, { tenant, since: new Date(Date.now() - 60_000).toISOString() }),
  "endpoint set": setEndpoint,
};

const sending = [setEndpoint, emit, claim];
/** How an event comes into each state. */
const states: Record<string, Act[]> = {
  not_sent: [emit, setEndpoint],
  pending: [setEndpoint, emit],
  sending,
  held: [...sending, respond(410)],
  delivered: [...sending, respond(204)],
  exhausted: [...sending, failLast],
};

describe.for(Object.keys(states))("an event that is %s", (state) => {
  test.for(Object.keys(events))(
    "is what the table of states says after: %s",
    async (event, { fileDatabase: database }) => {
      const place = { database, tenant: await createFundedMerchant(database) };
      for (const act of states[state]!) await act(place);
      const before = await look(place);
      expect(before.state).toBe(state);

      await events[event]!(place);
      const after = await look(place);
      const step = steps.find((each) => each.state === state && each.event === event);
      const [endpoint = before.endpoint] = step?.journals ?? [];
      const [shown = before.shown] = step?.told ?? [];
      expect(after).toMatchObject({ state: step?.next ?? state, endpoint, shown });
    },
  );
});

test("the table of states names nothing that is not tried", () => {
  expect(steps.length).toBeGreaterThan(9);
  for (const { state, event, next } of steps) {
    expect(Object.keys(states)).toEqual(expect.arrayContaining([state, next]));
    expect(Object.keys(events)).toContain(event);
  }
});
