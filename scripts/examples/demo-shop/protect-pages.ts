import type { RequestHandler } from "express";

/** The policy for a page with the checkout: it allows the checkout's script, frame and requests. */
export function protectPages(payOrigin: string): RequestHandler {
  const policy = [
    "default-src 'none'",
    `script-src 'self' ${payOrigin}`,
    `frame-src ${payOrigin}`,
    `connect-src 'self' ${payOrigin}`,
    "style-src 'self'",
    "img-src 'self' data:",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
  ].join("; ");
  return (_request, response, next) => {
    response.set({ "content-security-policy": policy, "x-content-type-options": "nosniff" });
    next();
  };
}
