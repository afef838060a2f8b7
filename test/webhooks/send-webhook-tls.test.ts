import { execFile } from "node:child_process";
import { createServer } from "node:https";
import { createServer as createTcpServer, type AddressInfo } from "node:net";
import tls, { getCACertificates, setDefaultCACertificates, type TLSSocket, type TlsOptions } from "node:tls";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createSendWebhook } from "../../workers/webhooks/send-webhook.ts";
import { eventually } from "../helpers/eventually.ts";
import { startDnsServer, type DnsServer } from "./start-dns-server.ts";
import { makeCertificate, type Certificate } from "./make-certificate.ts";
import { startReceiver } from "../helpers/outside/start-receiver.ts";

const host = "hooks.example.com";
const never = new AbortController().signal;
const day = 24 * 60 * 60 * 1000;
const authority = makeCertificate({});
const usual = getCACertificates("default");

let dns: DnsServer;

beforeAll(async () => {
  // As if the authority were one of the public ones.
  setDefaultCACertificates([...usual, authority.cert]);
  dns = await startDnsServer((_name, type) => (type === "A" ? { A: ["127.0.0.1"] } : {}));
});

afterAll(async () => {
  setDefaultCACertificates(usual);
  await dns[Symbol.asyncDispose]();
});

function post(url: string) {
  const send = createSendWebhook({ allowCidrs: ["127.0.0.0/8"], dnsServers: [dns.address] });
  return send({ url, environment: "live", merchantId: 1n, headers: {}, body: Buffer.from("{}") }, never);
}

describe("a live webhook over TLS", () => {
  test("is sent to the host that the certificate names, with SNI", async () => {
    await using receiver = await startSecureReceiver(makeCertificate({ hosts: [host], issuer: authority }));
    expect(await post(`https://${host}:${receiver.port}/hooks`)).toMatchObject({
      status: 200,
      body: "thanks",
    });
    expect(receiver.requests).toEqual([{ host: `${host}:${receiver.port}`, sni: host, version: "TLSv1.3" }]);
    expect(await post(`https://${host}.:${receiver.port}/hooks`)).toMatchObject({ status: 200 });
    expect(receiver.requests[1]).toMatchObject({ sni: host });
  });

  test.for<[string, Certificate, string]>([
    ["self-signed", makeCertificate({ hosts: [host] }), "is self-signed: use one from a public"],
    [
      "of an unknown authority",
      makeCertificate({ hosts: [host], issuer: makeCertificate({ name: "somebody" }) }),
      "'s issuer is not known: send the whole chain",
    ],
    [
      "for another name",
      makeCertificate({ hosts: ["example.com", "other.example.com"], issuer: authority }),
      "names another host: use one for the URL's host",
    ],
    [
      "that has expired",
      makeCertificate({ hosts: [host], issuer: authority, validTo: new Date(Date.now() - day / 2) }),
      "has expired: renew it",
    ],
    [
      "that is not valid yet",
      makeCertificate({ hosts: [host], issuer: authority, validFrom: new Date(Date.now() + day / 2) }),
      "is not valid yet",
    ],
  ])("and not where the certificate is one %s", async ([, certificate, words]) => {
    await using receiver = await startSecureReceiver(certificate);
    const response = await post(`https://${host}:${receiver.port}/`);
    expect(response.status).toBeUndefined();
    expect(response.error).toContain(`the TLS certificate${words.startsWith("'") ? "" : " "}${words}`);
    expect(receiver.requests).toEqual([]);
  });

  test("is sent to an address only where the certificate names it", async () => {
    await using receiver = await startSecureReceiver(makeCertificate({ hosts: [host], issuer: authority }));
    expect(await post(`https://127.0.0.1:${receiver.port}/`)).toMatchObject({
      error: "the TLS certificate names another host: use one for the URL's host",
    });
    expect(receiver.requests).toEqual([]);
  });

  test("is not sent to a wrong certificate even where the environment disables the check", async () => {
    await using receiver = await startSecureReceiver(makeCertificate({ hosts: ["localhost"] }));
    const module = new URL("../../workers/webhooks/send-webhook.ts", import.meta.url);
    const url = `https://localhost:${receiver.port}/`;
    const script = `
      import { createSendWebhook } from ${JSON.stringify(module)};
      const send = createSendWebhook({ allowCidrs: ["127.0.0.1/32"] });
      const tenant = { environment: "test", merchantId: 1n };
      const webhook = { ...tenant, url: ${JSON.stringify(url)}, headers: {}, body: Buffer.from("{}") };
      console.log((await send(webhook, new AbortController().signal)).error);`;
    const { stdout } = await promisify(execFile)(
      process.execPath,
      ["--input-type=module", "--eval", script],
      { env: { PATH: process.env.PATH, NODE_TLS_REJECT_UNAUTHORIZED: "0" } },
    );
    expect(stdout).toContain("the TLS certificate is self-signed");
    expect(receiver.requests).toEqual([]);
  });

  test("is not sent with less than TLS 1.2, even where the process would accept that", async ({
    onTestFinished,
  }) => {
    const { DEFAULT_MIN_VERSION, DEFAULT_CIPHERS } = tls;
    onTestFinished(() => void Object.assign(tls, { DEFAULT_MIN_VERSION, DEFAULT_CIPHERS }));
    // As with --tls-min-v1.0 and --tls-cipher-list in NODE_OPTIONS.
    Object.assign(tls, { DEFAULT_MIN_VERSION: "TLSv1", DEFAULT_CIPHERS: "DEFAULT@SECLEVEL=0" });
    const old = { minVersion: "TLSv1", maxVersion: "TLSv1.1", ciphers: "DEFAULT@SECLEVEL=0" } as const;
    await using receiver = await startSecureReceiver(
      makeCertificate({ hosts: [host], issuer: authority }),
      old,
    );
    expect(await post(`https://${host}:${receiver.port}/`)).toMatchObject({
      error: "the TLS handshake failed: offer TLS 1.2 or newer on the port",
    });
    expect(receiver.requests).toEqual([]);
  });

  test("is not sent to a port that does not speak TLS", async () => {
    await using plain = await startReceiver();
    expect(await post(`https://${host}:${new URL(plain.url).port}/`)).toMatchObject({
      error: "the TLS handshake failed: offer TLS 1.2 or newer on the port",
    });
    expect(plain.requests).toEqual([]);
  });

  test("gives up on a handshake that hangs, and closes its connection", async () => {
    let open = 0;
    const silent = createTcpServer((socket) => {
      open += 1;
      socket.on("error", () => {});
      socket.on("close", () => (open -= 1));
      socket.resume();
    });
    await new Promise<void>((resolve) => silent.listen(0, "127.0.0.1", resolve));
    const { port } = silent.address() as AddressInfo;
    const response = await post(`https://${host}:${port}/`);
    expect(response.error).toBe("no connection within 10 seconds: check the firewall and port");
    await eventually(() => expect(open).toBe(0));
    await new Promise((resolve) => silent.close(resolve));
  });
});

type Requests = { host: string | undefined; sni: unknown; version: string | null }[];

/** A receiver that shows this certificate and writes down how it was asked. */
async function startSecureReceiver(certificate: Certificate, options: TlsOptions = {}) {
  const requests: Requests = [];
  const server = createServer({ ...certificate, ...options }, (request, response) => {
    const socket = request.socket as TLSSocket & { servername?: unknown };
    requests.push({ host: request.headers.host, sni: socket.servername, version: socket.getProtocol() });
    response.end("thanks");
  });
  server.on("tlsClientError", () => {});
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    port: (server.address() as AddressInfo).port,
    requests,
    [Symbol.asyncDispose]: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
