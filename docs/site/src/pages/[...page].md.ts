import type { APIRoute, GetStaticPaths } from "astro";
import { readEntries } from "../read-entries.ts";

export const getStaticPaths = (async () =>
  (await readEntries()).map(({ id, data, body = "" }) => ({
    params: { page: id },
    props: { text: `# ${data.title}\n${body}` },
  }))) satisfies GetStaticPaths;

/** A page as Markdown, with links to other pages as Markdown. */
export const GET: APIRoute<{ text: string }> = ({ props: { text } }) =>
  new Response(text.replaceAll(/\]\(\/docs\/+([\w/-]+)\/(#[^)]*)?\)/g, "](/docs/$1.md$2)"));
