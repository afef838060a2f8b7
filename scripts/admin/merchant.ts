import { z } from "zod";
import { createMerchant } from "../../sql/queries/merchants.ts";
import { command } from "./command.ts";

export const merchantCommands = {
  create: command({
    flags: z.object({ name: z.string().min(1).max(200), email: z.email() }),
    run: async ({ database }, { name, email }) => ({
      merchant: (await createMerchant(database, name, email)).reference,
    }),
  }),
};
