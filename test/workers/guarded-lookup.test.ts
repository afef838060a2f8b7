import { expect, test } from "vitest";
import { AddressRefused, guardedLookup } from "../../workers/webhooks/guarded-lookup.ts";

function resolve(allowCidrs: string[], all: boolean): Promise<unknown> {
  return new Promise((done, fail) => {
    guardedLookup(allowCidrs)("localhost", { all }, (error, address) =>
      error ? fail(error) : done(address),
    );
  });
}

test("W22 refuses a name unless every address it has may be sent to", async () => {
  await expect(resolve([], true)).rejects.toThrow(AddressRefused);
  await expect(resolve([], false)).rejects.toThrow(AddressRefused);
  expect(await resolve(["127.0.0.0/8", "::1/128"], true)).toContainEqual(
    expect.objectContaining({ address: expect.any(String) }),
  );
  expect(await resolve(["127.0.0.0/8", "::1/128"], false)).toMatch(/^(127\.|::1)/);
});
