import { describe, expect, expectTypeOf, test } from "vitest";
import { pageFacts, type PageFacts, type PageRenderer } from "../../ingress/checkout/page-renderer.ts";
import { readBuiltFiles } from "../../ingress/checkout/read-built-files.ts";
import type { CheckoutSession } from "../../ingress/checkout/session.ts";
import {
  FACTS_ID,
  readPageFacts,
  type PageFacts as WidgetPageFacts,
} from "../../widget/checkout/page-facts.ts";
import type * as widget from "../../widget/checkout/server/render.tsx";
import type { Session } from "../../widget/checkout/session/session.ts";
import { cakeLink, openLink } from "./start-fake-checkout.ts";

const assets = { script: "/checkout/main.js", stylesheet: "/checkout/main.css" };

/** The JSON that a page holds for its script. */
function factsIn(html: string): string {
  return new RegExp(`<script type="application/json" id="${FACTS_ID}">(.*?)</script>`, "s").exec(html)![1]!;
}

/** As much of a document as readPageFacts needs. */
const documentWith = (textContent: string) =>
  ({ getElementById: (id: string) => (id === FACTS_ID ? { textContent } : null) }) as Document;

describe("the ingress and the widget", () => {
  test("have the same types of the renderer, the page's facts and the session", () => {
    expectTypeOf<PageRenderer>().toEqualTypeOf<Pick<typeof widget, keyof PageRenderer>>();
    expectTypeOf<PageFacts>().toEqualTypeOf<WidgetPageFacts>();
    expectTypeOf<keyof Session>().toEqualTypeOf<keyof CheckoutSession>();
    expectTypeOf<Session>().toExtend<CheckoutSession>();
    expectTypeOf<CheckoutSession["status"]>().toEqualTypeOf<Session["status"]>();
  });
});

describe("the page's facts", () => {
  test("come out of the page as they went in, with any content", async () => {
    const { renderer } = await readBuiltFiles();
    const evil = "</script><!--<script>\u2028&quot;";
    const facts = pageFacts(
      { ...openLink, title: evil },
      { parentOrigin: "https://shop.example", nonce: "n".repeat(22) },
    );
    const text = factsIn(renderer.renderPage(facts, assets));
    expect(text).not.toContain("<");
    expect(readPageFacts(documentWith(text))).toEqual(facts);
  });

  test("have an open link's limits, which are ours where the merchant sets none, and no other link's", () => {
    expect(pageFacts(openLink, undefined).limits).toEqual({ least: 100, most: 1_000_000_000_000 });
    const narrow = { ...openLink, minAmount: { value: 500, currency: "NGN" } };
    expect(pageFacts(narrow, undefined).limits).toEqual({ least: 500, most: 1_000_000_000_000 });
    expect(pageFacts(cakeLink, undefined)).toEqual({ link: cakeLink });
  });

  test("are refused by a script that does not understand them", () => {
    const { slug: _slug, ...withoutSlug } = cakeLink;
    for (const facts of [null, [], { link: null }, { link: withoutSlug }, { link: openLink }]) {
      expect(() => readPageFacts(documentWith(JSON.stringify(facts)))).toThrow("no facts");
    }
  });
});
