import type { Request } from "express";

/**
 * Whether the caller has just this version. express would not say so to clients that add `Cache-Control: no-cache`,
 * as fetch does to every If-None-Match.
 */
export function hasAlready(request: Request, etag: string | undefined): boolean {
  const withoutWeakness = (tag: string) => tag.trim().replace(/^W\//, "");
  const known = request.get("if-none-match")?.split(",").map(withoutWeakness);
  return (
    etag !== undefined &&
    known !== undefined &&
    (known.includes(withoutWeakness(etag)) || known.includes("*"))
  );
}
