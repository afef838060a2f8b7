import { readFile } from "node:fs/promises";
import type { Loader } from "astro/loaders";
import { listFiles } from "./list-files.ts";
import { pageIdOf, readPage } from "./pages.ts";

/** Loads the Markdown files of docs/, which carry no front matter. */
export const loadMarkdown: Loader = {
  name: "docs",
  load: async ({ store, parseData, renderMarkdown, generateDigest, config }) => {
    store.clear();
    const files = listFiles();
    for (const file of files) {
      const url = new URL(`../../${file}`, import.meta.url);
      const text = await readFile(url, "utf8");
      const { title, markdown } = readPage(file, text, (linked) => files.includes(linked), config.base);
      const id = pageIdOf(file);
      store.set({
        id,
        data: await parseData({ id, data: { title } }),
        body: markdown,
        // Below src/content/docs, where Starlight puts links on headings.
        filePath: `src/content/docs/${file}`,
        digest: generateDigest(text),
        rendered: await renderMarkdown(markdown, {
          fileURL: new URL(`src/content/docs/${file}`, config.root),
        }),
      });
    }
  },
};
