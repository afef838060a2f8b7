import { describe, expect, test } from "vitest";
import { checkWebhookUrl } from "../../sql/webhooks/endpoints/url.ts";

const closed = { allowCidrs: [] };

describe("a webhook URL", () => {
  test.for([
    ["HTTPS://Example.COM/hook?x=1", "https://example.com/hook?x=1"],
    ["https://example.com", "https://example.com/"],
    ["https://example.com.:443/a/../b", "https://example.com/b"],
    ["https://hooks.example.com:8443/%C3%A9", "https://hooks.example.com:8443/%C3%A9"],
    ["http://example.com:80/", "http://example.com/"],
    ["http://example.com:8080/?url=http://127.0.0.1/", "http://example.com:8080/?url=http://127.0.0.1/"],
    ["http://example.com:443/", "http://example.com:443/"],
    ["https://bücher.example/", "https://xn--bcher-kva.example/"],
    ["https://example%2ecom/", "https://example.com/"],
    ["https://my_shop.example.com/hooks/été", "https://my_shop.example.com/hooks/%C3%A9t%C3%A9"],
    ["https://example.com/a@b:c", "https://example.com/a@b:c"],
    ["https://internal.example.com/local", "https://internal.example.com/local"],
    ["https://10.0.0.1.example.com/", "https://10.0.0.1.example.com/"],
    ["https://8.8.8.8/", "https://8.8.8.8/"],
    ["https://[2606:4700:0::1111]/", "https://[2606:4700::1111]/"],
    [`https://example.com/${"a".repeat(2028)}`, `https://example.com/${"a".repeat(2028)}`],
  ])("passes in its normal form: %s", ([text, url]) => {
    expect(checkWebhookUrl(text!, closed)).toEqual({ ok: true, url });
    expect(checkWebhookUrl(url!, closed)).toEqual({ ok: true, url });
  });

  test("must be https in the live environment, and may be http in test", () => {
    expect(checkWebhookUrl("http://example.com/", { ...closed, environment: "live" })).toEqual({
      ok: false,
      problem: "must begin with https:// for live webhooks",
    });
    for (const [url, environment] of [
      ["https://example.com/", "live"],
      ["http://example.com/", "test"],
    ] as const) {
      expect(checkWebhookUrl(url, { ...closed, environment })).toMatchObject({ ok: true });
    }
  });

  test("of an address in an open network may have any port and http", () => {
    const open = { allowCidrs: ["10.1.0.0/16", "fd00:1::/32"], environment: "live" } as const;
    for (const url of ["http://10.1.2.3:4010/", "http://[fd00:1::5]:9/", "http://0xa.0x10203:22/"]) {
      expect(checkWebhookUrl(url, open)).toMatchObject({ ok: true });
    }
    for (const url of [
      "https://10.2.0.1/",
      "https://[fd00:2::5]/",
      "https://8.8.8.8:4010/",
      "https://localhost/",
    ]) {
      expect(checkWebhookUrl(url, open)).toMatchObject({ ok: false });
    }
  });

  test("of localhost is accepted where loopback is open", () => {
    for (const allowCidrs of [["127.0.0.0/8"], ["::1/128"]]) {
      for (const host of ["localhost", "shop.localhost", "LOCALHOST."]) {
        expect(checkWebhookUrl(`http://${host}:4010/`, { allowCidrs, environment: "live" })).toMatchObject({
          ok: true,
        });
      }
    }
    expect(checkWebhookUrl("http://localhost:4010/", { allowCidrs: ["10.0.0.0/8"] })).toMatchObject({
      ok: false,
    });
  });

  test("of a name may lack a dot and have any port where a network is open", () => {
    const open = { allowCidrs: ["10.0.0.0/8"] };
    expect(checkWebhookUrl("http://receiver:4010/hooks", open)).toMatchObject({ ok: true });
    expect(checkWebhookUrl("https://receiver.default.svc:4010/", open)).toMatchObject({ ok: true });
    expect(checkWebhookUrl("http://receiver:4010/", { ...open, environment: "live" })).toMatchObject({
      ok: false,
    });
    expect(checkWebhookUrl("https://metadata.google.internal/", open)).toMatchObject({ ok: false });
    expect(checkWebhookUrl("https://receiver:4010/", closed)).toMatchObject({ ok: false });
  });

  test("is refused without being quoted", () => {
    const secret = "hunter2-hunter2";
    for (const url of [
      `https://user:${secret}@example.com/`,
      `https://10.0.0.1/${secret}`,
      `${secret}://a.example`,
    ]) {
      expect(JSON.stringify(checkWebhookUrl(url, closed))).not.toContain(secret);
    }
  });
});
