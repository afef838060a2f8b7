import { expect, test } from "vitest";
import { html } from "../../ingress/http/html.ts";

test("what is put into markup is escaped", () => {
  const name = `<script>alert("x")</script> & 'more'`;
  expect(html`<p title="${name}">${[name, html`<b>${1}</b>`, false, undefined]}</p>`.markup).toBe(
    '<p title="&lt;script&gt;alert(&quot;x&quot;)&lt;/script&gt; &amp; &#39;more&#39;">' +
      "&lt;script&gt;alert(&quot;x&quot;)&lt;/script&gt; &amp; &#39;more&#39;<b>1</b></p>",
  );
});
