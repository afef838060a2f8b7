import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

export type ExportedSpan = {
  service: string;
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
  attributes: Record<string, string | number>;
  links: { traceId: string; spanId: string }[];
  /** 2: it failed. */
  status: number;
};

export type Collector = AsyncDisposable & {
  url: string;
  spans: ExportedSpan[];
  /** What was sent, as it came. */
  bodies: string[];
};

type Value = { stringValue?: string; intValue?: number | string; doubleValue?: number };
type KeyValue = { key: string; value: Value };
type Sent = Omit<ExportedSpan, "service" | "attributes" | "links" | "status"> & {
  attributes?: KeyValue[];
  links?: ExportedSpan["links"];
  status?: { code?: number };
};
type Request = {
  resourceSpans: { resource: { attributes: KeyValue[] }; scopeSpans: { spans: Sent[] }[] }[];
};

const valuesOf = (attributes: KeyValue[] = []) =>
  Object.fromEntries(
    attributes.map(({ key, value }) => [
      key,
      value.stringValue ?? Number(value.intValue ?? value.doubleValue),
    ]),
  );

/** Starts what collects traces: a server that takes OTLP, as JSON over HTTP. */
export async function startCollector(): Promise<Collector> {
  const spans: ExportedSpan[] = [];
  const bodies: string[] = [];
  const server = createServer(async (request, response) => {
    let body = "";
    for await (const chunk of request) body += String(chunk);
    bodies.push(body);
    const { resourceSpans } = JSON.parse(body) as Request;
    for (const { resource, scopeSpans } of resourceSpans) {
      const service = String(valuesOf(resource.attributes)["service.name"]);
      for (const span of scopeSpans.flatMap((scope) => scope.spans)) {
        const { attributes, links = [], status } = span;
        spans.push({ ...span, service, links, attributes: valuesOf(attributes), status: status?.code ?? 0 });
      }
    }
    response.writeHead(200, { "content-type": "application/json" }).end("{}");
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", () => resolve()));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    spans,
    bodies,
    [Symbol.asyncDispose]: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
