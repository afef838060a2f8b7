import { once } from "node:events";
import type { AddressInfo } from "node:net";
import express from "express";
import { serve } from "../../fork-program.ts";

/** Express at its best: reads JSON and responds with it. */
const app = express();
app.use(express.json());
app.post(
  "/v1/payouts",
  (request, response) => void response.status(201).json({ data: request.body as object }),
);

serve({
  run: async () => {
    const server = app.listen(0, "127.0.0.1");
    await once(server, "listening");
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  },
});
