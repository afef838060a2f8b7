import { defineMiddleware } from "astro/middleware";
import { mendMarkup } from "./mend-markup.ts";

export const onRequest = defineMiddleware(async (_context, next) => {
  const response = await next();
  if (!response.headers.get("content-type")?.startsWith("text/html")) return response;
  return new Response(mendMarkup(await response.text()), response);
});
