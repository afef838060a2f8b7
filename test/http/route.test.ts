import { expect, test } from "vitest";
import { z } from "zod";
import { publicRoute, route } from "../../ingress/http/route.ts";

const contract = {
  method: "get",
  path: "/v1/things",
  summary: "Show things",
  request: { query: z.object({ size: z.string().transform(Number) }) },
  success: { status: 200, data: z.object({ size: z.number() }) },
  errors: [],
} as const;

// What these tests show is found by `npm run check`: each @ts-expect-error fails where the compiler accepts its line.
test("a handler returns what its route declares", () => {
  route({ ...contract, scope: null, handler: async ({ query }) => ({ data: { size: query.size } }) });
  // @ts-expect-error -- the size is declared as a number
  route({ ...contract, scope: null, handler: async () => ({ data: { size: "large" } }) });
  // @ts-expect-error -- the size is missing
  route({ ...contract, scope: null, handler: async () => ({ data: {} }) });
  expect(contract.success.data.safeParse({}).success).toBe(false);
});

test("a handler gets only the parts that its route declares, and a public one no caller", () => {
  // @ts-expect-error -- no body is declared
  route({ ...contract, scope: null, handler: async ({ body }) => ({ data: { size: body } }) });
  // @ts-expect-error -- nobody is authenticated on a public route
  const open = publicRoute({ ...contract, handler: async ({ caller }) => ({ data: { size: caller } }) });
  expect(open.access).toBe("public");
});
