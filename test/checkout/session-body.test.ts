import { expect } from "vitest";
import { createMember } from "../helpers/create-member.ts";
import { createLink } from "../helpers/records.ts";
import { test } from "../helpers/test.ts";
import { bearer, newToken } from "./checkout-records.ts";

test("a stranger's request for a session has a body of 2 KB at most", async ({
  fileIngress: { call },
  fileDatabase,
}) => {
  const slug = await createLink(fileDatabase, (await createMember(fileDatabase)).tenant);
  const send = (body: string) => call("POST", `/pay/${slug}/session`, { ...bearer(newToken()), body });
  const ofBytes = (bytes: number) => `{"padding":"${"x".repeat(bytes - 14)}"}`;
  expect(await send(ofBytes(2_048))).toMatchObject({
    status: 422,
    error: { code: "VALIDATION_ERROR", details: { email: expect.any(String) } },
  });
  const dear = JSON.stringify({ email: Array.from({ length: 20_000 }, (_, number) => number) });
  for (const body of [ofBytes(2_049), dear, `{"email":${"[".repeat(50_000)}`]) {
    expect(await send(body)).toMatchObject({
      status: 413,
      error: { code: "PAYLOAD_TOO_LARGE", message: "The body is larger than 2 KB." },
    });
  }
});
