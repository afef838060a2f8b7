import { z } from "zod";
import { setReviewer } from "../../sql/people/reviewers.ts";
import { CliError } from "../cli/cli-error.ts";
import { command, type AdminContext } from "./command.ts";

const flags = z.object({
  email: z
    .email({ error: "must be an email address" })
    .max(254, { error: "must have at most 254 characters" })
    .describe("the person's address, with which they signed up and which they proved"),
});

async function set({ database, acting }: AdminContext, email: string, isReviewer: boolean) {
  const person = await setReviewer(database, email, isReviewer, acting);
  if (person === null)
    throw new CliError("NOT_FOUND", "nobody has signed up with this address and proved it");
  return { person, isReviewer };
}

export const reviewerCommands = {
  add: command({
    summary: "Make a person a reviewer; signs them out everywhere",
    writes: true,
    flags,
    run: async (context, { email }) => set(context, email, true),
  }),

  remove: command({
    summary: "Remove a reviewer",
    writes: true,
    flags,
    run: async (context, { email }) => set(context, email, false),
  }),
};
