/** @jsxImportSource preact */
import type { ComponentChildren, JSX } from "preact";
import { Drawing } from "../elements/icon.tsx";
import { RELOAD_ID } from "../page-facts.ts";

/** The lines of a padlock. Only the server draws it, so that the browser need not load it. */
const LOCK =
  "M7 11h10a2 2 0 0 1 2 2v5a2 2 0 0 1-2 2H7a2 2 0 0 1-2-2v-5a2 2 0 0 1 2-2zM8 11V8a4 4 0 0 1 8 0v3";

type Props = {
  title: string;
  assets: { script?: string; stylesheet: string };
  /** The page that embeds it draws the surroundings. */
  isEmbedded: boolean;
  children: ComponentChildren;
};

/** A whole document of the checkout. It names both its files, so that they load at the same time. */
export function Document({ title, assets, isEmbedded, children }: Props): JSX.Element {
  return (
    <html lang="en-NG" class={isEmbedded ? "embedded" : undefined}>
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="robots" content="noindex" />
        <meta name="format-detection" content="telephone=no" />
        <title>{title}</title>
        <link rel="stylesheet" href={assets.stylesheet} />
        {/* Rendering waits for it, so that a payer who comes back does not see the first state for a moment. */}
        {assets.script !== undefined && (
          <script type="module" src={assets.script} {...{ blocking: "render" }} />
        )}
      </head>
      <body>
        {children}
        {/* Shown after a while, unless the script starts and removes it: without that, the page stays as it is. */}
        {assets.script !== undefined && (
          <p class="reload" id={RELOAD_ID}>
            Taking too long? <a href="">Reload the page</a>
          </p>
        )}
        <footer class="assurance">
          <p>
            <Drawing path={LOCK} /> You pay from your own bank’s app. We never ask for your card, PIN or
            password.
          </p>
        </footer>
      </body>
    </html>
  );
}
