import { posix } from "node:path";

/** A Markdown file of docs/ as the site shows it. */
export type Page = { title: string; description?: string; markdown: string };

/** The site's address of a file below docs/: "merchants/api.md" is "merchants/api", docs/README.md the first page. */
export function pageIdOf(file: string): string {
  return file === "README.md" ? "index" : file.replace(/\.md$/, "").toLowerCase();
}

/**
 * Turns a file that reads well on a code host into a page: its first heading becomes the title, and links between files
 * become links between pages. Links to files outside docs/ lead nowhere on the site: their text stays.
 */
export function readPage(file: string, text: string, isPage: (file: string) => boolean, base: string): Page {
  const [, title, markdown] = /^\s*# (.+)\n([^]*)$/.exec(text) ?? [];
  if (title === undefined || markdown === undefined)
    throw new Error(`docs/${file} does not begin with "# Title"`);
  return { title: title.replaceAll("`", "").trim(), markdown: rewriteLinks(file, markdown, isPage, base) };
}

function rewriteLinks(
  file: string,
  markdown: string,
  isPage: (file: string) => boolean,
  base: string,
): string {
  // What is in code, between fences or backticks, is no link.
  return markdown.replace(
    /^(```+|~~~+)[^]*?^\1|`[^`\n]+`(?!\])|(!?)\[((?:[^\][]|\[[^\]]*\])*)\]\(([^()\s]+)\)/gm,
    (
      whole: string,
      fence: string | undefined,
      image: string | undefined,
      label?: string,
      target?: string,
    ) => {
      if (fence !== undefined || label === undefined || target === undefined) return whole;
      if (/^([a-z]+:|#|\/)/.test(target)) return whole;
      const [path = "", hash] = target.split("#");
      const linked = posix.normalize(posix.join(posix.dirname(file), path));
      // The build puts docs/images beside the pages.
      if (image) return `![${label}](${base}/${linked})`;
      if (!isPage(linked)) return label;
      const id = pageIdOf(linked);
      const anchor = hash === undefined ? "" : `#${hash}`;
      return `[${label}](${base}/${id === "index" ? "" : `${id}/`}${anchor})`;
    },
  );
}
