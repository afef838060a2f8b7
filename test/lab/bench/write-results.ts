/**
 * Returns the document with the text between `<!-- name -->` and `<!-- /name -->` replaced. Throws without the markers:
 * a result must not vanish.
 */
export function writeResults(document: string, name: string, results: string): string {
  const [open, close] = [`<!-- ${name} -->`, `<!-- /${name} -->`];
  const [from, to] = [document.indexOf(open), document.indexOf(close)];
  if (from === -1 || to < from) throw new Error(`the document has no ${open} followed by ${close}`);
  return `${document.slice(0, from + open.length)}\n\n${results}\n\n${document.slice(to)}`;
}
