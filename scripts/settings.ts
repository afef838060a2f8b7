import { writeFile } from "node:fs/promises";
import { Command } from "commander";
import { documentPath, settingsDocument, settingsExample } from "./settings/write-settings.ts";

new Command("settings")
  .description("Writes docs/operating/settings.md and .env.example from the schemas of the settings.")
  .parse();

const root = new URL("../", import.meta.url);
await writeFile(new URL(documentPath, root), await settingsDocument());
await writeFile(new URL(".env.example", root), settingsExample());
console.log(`wrote ${documentPath} and .env.example`);
