import { readFile } from "node:fs/promises";
import { beforeAll, describe, expect, test } from "vitest";
import { loadSdk } from "./load-sdk.ts";
import { playWire, type Arrived } from "./play-wire.ts";

type Case = {
  name: string;
  call: [method: string, ...unknown[]];
  use?: { page?: true; all?: number };
  wire: {
    request: { method: string; path: string; headers?: Record<string, string | null>; body?: unknown };
    response: object;
    afterMs?: number;
  }[];
  result: { data?: unknown; error?: Record<string, unknown> & { class: string } };
};

const cases = JSON.parse(await readFile(new URL("../../sdk/cases.json", import.meta.url), "utf8")) as Case[];

let sdk: Awaited<ReturnType<typeof loadSdk>>;
beforeAll(async () => {
  sdk = await loadSdk();
});

describe("the table of cases", () => {
  test.concurrent.for(cases)("$name", async ({ call, use, wire, result }) => {
    await using server = await playWire(wire.map(({ response }) => response));
    const [method, ...given] = call;
    const names = method.split(".");
    const service = new sdk.Service("sk_test_cases", { baseUrl: server.baseUrl }) as never;
    // oxlint-disable-next-line typescript/no-explicit-any -- any method, by its name
    const resource = names.slice(0, -1).reduce<any>((part, name) => part[name], service);
    const play = async () => {
      // JSON has no word for what is left out.
      const called = resource[names.at(-1)!](...given.map(withoutNulls));
      if (use?.all !== undefined) return called.all({ max: use.all });
      return use?.page ? called.page() : called;
    };
    const outcome = await play().then(
      (data: unknown) => ({ data }),
      (error: Error) => ({ error }),
    );

    expect(server.arrived.map(({ method: sent, path }) => `${sent} ${path}`)).toEqual(
      wire.map(({ request }) => `${request.method} ${request.path}`),
    );
    const uuids = new Set<unknown>();
    for (const [index, { request, afterMs = 0 }] of wire.entries()) {
      const arrived = server.arrived[index]!;
      expect(arrived.body).toEqual(request.body);
      expect(arrived.headers["authorization"]).toBe("Bearer sk_test_cases");
      for (const [name, value] of Object.entries(request.headers ?? {})) {
        const sent = arrived.headers[name];
        if (value === "<uuid>") uuids.add(sent);
        else expect(sent ?? null).toBe(value);
      }
      if (index > 0) expect(gapBefore(server.arrived, index)).toBeGreaterThanOrEqual(afterMs);
    }
    expect(uuids.size).toBeLessThanOrEqual(1);
    for (const uuid of uuids) expect(uuid).toMatch(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);

    if (result.error === undefined) return expect(outcome).toEqual({ data: result.data });
    const { class: name, ...facts } = result.error;
    const { error } = outcome as { error: Error & Record<string, unknown> };
    expect([error?.name, error?.constructor.name]).toEqual([name, name]);
    expect(error instanceof sdk.ApiError).toBe(name !== "TypeError");
    for (const [fact, value] of Object.entries(facts)) expect(error[fact] ?? null).toEqual(value);
    // What is logged reveals neither key nor body.
    expect(`${String(error.stack)} ${JSON.stringify(error)}`).not.toMatch(/sk_test_cases|0123456789/);
  });

  test("has a case for each family of errors", () => {
    const families = Object.entries(sdk)
      .filter(([, value]) => (value as { prototype?: unknown }).prototype instanceof Error)
      .map(([name]) => name);
    const played = cases.map(({ result }) => result.error?.class);
    expect(families.filter((name) => !played.includes(name))).toEqual([]);
  });
});

const gapBefore = (arrived: Arrived[], index: number) => arrived[index]!.at - arrived[index - 1]!.at;

function withoutNulls(value: unknown): unknown {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, each ?? undefined]));
}
