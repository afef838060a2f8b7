import type { Check } from "../run.ts";

export const check: Check = {
  name: "each Idempotency-Key made one resource",
  find: async ({ client }) =>
    [...client.madeBy]
      .filter(([, made]) => made.size > 1)
      .map(([key, made]) => `key ${key} made ${[...made].join(", ")}`),
};
