import { coded, type Check } from "../run.ts";

export const check: Check = {
  name: "each Idempotency-Key made one resource",
  find: async ({ client }) =>
    [...client.madeBy]
      .filter(([, made]) => made.size > 1)
      .map(([key, made]) => coded("KEY_MADE_SEVERAL", `key ${key} made ${[...made].join(", ")}`)),
};
