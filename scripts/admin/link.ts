import { z } from "zod";
import { disablePaymentLink } from "../../sql/payment-links/payment-links.ts";
import { CliError } from "../cli/cli-error.ts";
import { command } from "./command.ts";

export const linkCommands = {
  disable: command({
    summary: "Disable a payment link",
    writes: true,
    flags: z.object({
      slug: z
        .string()
        .regex(/^[A-Za-z0-9_-]{1,64}$/, "must be a payment link's slug")
        .describe("the link's slug, at the end of its URL"),
    }),
    run: async ({ database, acting }, { slug }) => {
      const { outcome } = await disablePaymentLink(database, { slug, acting });
      if (outcome === "not_found") throw new CliError("NOT_FOUND", `there is no payment link ${slug}`);
      if (outcome === "already_paid")
        throw new CliError("STATE_CONFLICT", "the link is already paid and closed");
      return { slug, status: outcome };
    },
  }),
};
