import { html, type Html } from "../http/html.ts";
import { icon } from "./render-icon.ts";

/** Where the page's own files are. */
export type Assets = { script: string; stylesheet: string };

type Content = {
  title: string;
  assets: { script?: string; stylesheet: string };
  /** In a frame the page that embeds it draws what is around it. */
  isEmbedded: boolean;
  content: Html;
};

/** A whole document of the checkout. It names both files that it needs, so that they are fetched at the same time. */
export function renderDocument({ title, assets, isEmbedded, content }: Content): string {
  return html`<!doctype html>
    <html lang="en-NG" ${isEmbedded && html`class="embedded"`}>
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="theme-color" content="#ffffff" media="(prefers-color-scheme: light)" />
        <meta name="theme-color" content="#151c18" media="(prefers-color-scheme: dark)" />
        <meta name="robots" content="noindex" />
        <meta name="format-detection" content="telephone=no" />
        <title>${title}</title>
        <link rel="stylesheet" href="${assets.stylesheet}" />
        ${
          assets.script !== undefined &&
          // Waited for, so that a payer who comes back does not see the first state flash by.
          html`<script type="module" src="${assets.script}" blocking="render"></script>`
        }
      </head>
      <body>
        ${content}
        <footer class="assurance">
          <p>
            ${icon("lock")} You pay from your own bank’s app. We never ask for your card, PIN or password.
          </p>
        </footer>
      </body>
    </html>`.markup;
}
