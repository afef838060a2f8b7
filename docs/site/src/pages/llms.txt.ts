import type { APIRoute } from "astro";
import { readEntries } from "../read-entries.ts";

/**
 * The pages as Markdown for programs that read them, in the form of https://llmstxt.org, where Optional is what a
 * reader with little room leaves out: here the pages for operators and developers.
 */
export const GET: APIRoute = async () => {
  const pages = (await readEntries()).filter(({ id }) => id !== "index");
  const isForMerchants = ({ id }: { id: string }) => /^(quickstart|books|dashboard|merchants\/.*)$/.test(id);
  const listOf = (listed: typeof pages) =>
    listed.map(({ id, data }) => `- [${data.title}](/docs/${id}.md)`).join("\n");
  const text = [
    "# Payments platform",
    "> A REST API for Nigerian merchants: collections, payouts, name enquiry, identity checks and signed webhooks.",
    "## For merchants",
    `${listOf(pages.filter(isForMerchants))}\n- [OpenAPI description](/openapi.json)`,
    "## Optional",
    listOf(pages.filter((page) => !isForMerchants(page))),
  ];
  return new Response(`${text.join("\n\n")}\n`);
};
