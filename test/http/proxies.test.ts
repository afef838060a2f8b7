import { once } from "node:events";
import { connect } from "node:net";
import { text } from "node:stream/consumers";
import { describe, expect } from "vitest";
import { createMember } from "../helpers/create-member.ts";
import { createPerson } from "../helpers/create-person.ts";
import { startTestIngress } from "../helpers/platform/start-test-ingress.ts";
import { test } from "../helpers/test.ts";

/** Sends a request line by line, as a proxy may make it. Returns all that comes back. */
async function send(url: string, ...lines: string[]): Promise<string> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  await once(socket, "connect");
  socket.write([...lines, "connection: close", "", ""].join("\r\n"));
  return text(socket);
}

const status = (response: string) => Number(response.split(" ")[1]);

describe("a request through a proxy", () => {
  test("with two Authorization or Host headers is refused, whichever comes first", async ({
    fileDatabase,
    fileIngress: { url },
  }) => {
    const { key } = await createMember(fileDatabase);
    const [host, good, bad] = [
      "host: pay.example",
      `authorization: Bearer ${key}`,
      "authorization: Bearer sk_test_x",
    ];
    const get = (...headers: string[]) => send(url, "GET /v1/balances HTTP/1.1", ...headers);
    expect(status(await get(host, good))).toBe(200);
    for (const headers of [
      [host, good, bad],
      [host, bad, good],
      [host, "host: other.example", good],
    ]) {
      const response = await get(...headers);
      expect(status(response)).toBe(400);
      expect(response).toContain("MALFORMED_REQUEST");
    }
    // Folded into one it is no key at all.
    expect(status(await get(host, `${good}, Bearer sk_test_x`))).toBe(401);
  });

  test("that rewrites Host or adds what browsers say is the dashboard's own by PUBLIC_URL", async ({
    databaseUrl,
    database,
  }) => {
    await using ingress = await startTestIngress(databaseUrl, { publicUrl: "https://pay.example" });
    const { session } = await createPerson(database);
    const signOut = (...headers: string[]) =>
      send(
        ingress.url,
        ...["POST /dashboard/api/sign-out HTTP/1.1", "host: app:3000", "content-length: 0"],
        ...[`cookie: __Host-session=${session}`, ...headers],
      );
    expect(await signOut("origin: https://evil.example")).toContain("ORIGIN_NOT_ALLOWED");
    expect(await signOut("sec-fetch-site: same-origin", "sec-fetch-site: cross-site")).toContain(
      "ORIGIN_NOT_ALLOWED",
    );
    const twice = await signOut("sec-fetch-site: same-origin", "sec-fetch-site: same-origin");
    expect(twice).not.toContain("ORIGIN_NOT_ALLOWED");
    expect(await signOut("origin: https://pay.example")).not.toContain("ORIGIN_NOT_ALLOWED");
  });
});

test("GET / leads people to the dashboard, and tells programs where the API and its documentation are", async ({
  fileIngress: { url },
}) => {
  const ask = (accept: string) => fetch(url, { headers: { accept }, redirect: "manual" });
  const browser = await ask("text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8");
  expect([browser.status, browser.headers.get("location")]).toEqual([302, "/dashboard"]);
  for (const accept of ["*/*", "application/json"]) {
    const response = await ask(accept);
    expect(response.status).toBe(404);
    const { error } = (await response.json()) as { error: { code: string; message: string } };
    expect(error.code).toBe("NOT_FOUND");
    expect(error.message).toMatch(/\/v1.*\/docs/);
  }
});
