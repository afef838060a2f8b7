import { defineMiddleware } from "astro/middleware";
import { fixMarkup } from "./fix-markup.ts";

export const onRequest = defineMiddleware(async (_context, next) => {
  const response = await next();
  if (!response.headers.get("content-type")?.startsWith("text/html")) return response;
  return new Response(fixMarkup(await response.text()), response);
});
