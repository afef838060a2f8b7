/** Servers refuse longer addresses. */
const LONGEST_SLUG = 255;

/**
 * The address of a payment link at a pay origin. Undefined if it can't be a slug: browsers resolve "." and ".." even
 * when escaped, and half of a surrogate pair cannot be escaped.
 */
export function linkUrl(payOrigin: string, slug: unknown): string | undefined {
  if (typeof slug !== "string" || slug.length > LONGEST_SLUG || /^\.{0,2}$/.test(slug)) return undefined;
  try {
    return `${payOrigin}/pay/${encodeURIComponent(slug)}`;
  } catch {
    return undefined;
  }
}
