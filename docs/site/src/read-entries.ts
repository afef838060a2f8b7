import { getCollection } from "astro:content";

type Entry = { id: string; data: { title: string }; body?: string };

/** The pages, as loadMarkdown() has stored them. Their types are made only when the site is built. */
export const readEntries = (): Promise<Entry[]> => getCollection("docs");
