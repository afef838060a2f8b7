/** Fixes what a screen reader or a keyboard stumbles over in the HTML that Starlight and starlight-openapi write. */
export function fixMarkup(html: string): string {
  return numberHeadings(nameScrollable(levelHeadings(html)));
}

/** Wide tables and code scroll sideways: they can be reached by keyboard, and code has a name of its own. */
function nameScrollable(html: string): string {
  let blocks = 0;
  return html
    .replaceAll("<table>", '<table tabindex="0">')
    .replaceAll(
      "<pre data-language=",
      () => `<pre tabindex="0" role="region" aria-label="Code ${++blocks}" data-language=`,
    );
}

/** The headings above examples are all h5, at any depth: no heading level may be skipped. */
function levelHeadings(html: string): string {
  let level = 1;
  return html.replace(
    /<h([1-4])\b|<h5\b([^>]*)>([^]*?)<\/h5>/g,
    (heading: string, above: string | undefined, attributes: string, text: string) => {
      if (above === undefined) return `<h${level + 1}${attributes}>${text}</h${level + 1}>`;
      level = Number(above);
      return heading;
    },
  );
}

/** Several responses of a page have "Headers", and each of these has an address of its own. */
function numberHeadings(html: string): string {
  let count = 0;
  return html.replace(
    / id="headers"([^>]*>[^<]*<\/h4><a [^>]*href="#)headers"/g,
    (_heading, between: string) => {
      count += 1;
      const id = count === 1 ? "headers" : `headers-${count}`;
      return ` id="${id}"${between}${id}"`;
    },
  );
}
