import type { Attack } from "../attack.ts";
import { createPeople, type PersonHeaders } from "../create-people.ts";
import { listen } from "../flood.ts";

const STREAMS = 300;
let headers: PersonHeaders = {};

export const attack: Attack = {
  title: `a signed-in person opens ${STREAMS} streams of changes, and leaves and opens them again`,
  prepare: async (target) => {
    headers = (await createPeople(target, 1, "viewer"))[0]!;
  },
  run: ({ url }, signal) =>
    listen(`${url}/dashboard/api/test/updates`, {
      streams: STREAMS,
      signal,
      pauseMs: 100,
      make: () => ({ headers, forMs: 2_000 }),
    }),
};
