import { docsSchema } from "@astrojs/starlight/schema";
import { defineCollection } from "astro:content";
import { loadMarkdown } from "./load-markdown.ts";

export const collections = { docs: defineCollection({ loader: loadMarkdown, schema: docsSchema() }) };
