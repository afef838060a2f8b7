import type { RequestListener, Server } from "node:http";
import type { Socket } from "node:net";
import { problemStatuses, type ProblemCode } from "./problems.ts";
import { createRequestId } from "./request-id.ts";

const unreadable: Partial<Record<string, [ProblemCode, string]>> = {
  HPE_HEADER_OVERFLOW: ["HEADERS_TOO_LARGE", "The request's headers are larger than 16 KB."],
  ERR_HTTP_REQUEST_TIMEOUT: ["REQUEST_TIMEOUT", "The request did not arrive in time."],
};
const malformed: [ProblemCode, string] = ["MALFORMED_REQUEST", "This is not a well-formed HTTP request."];
const hostless: [ProblemCode, string] = ["MALFORMED_REQUEST", "A request of HTTP/1.1 names its Host."];

/**
 * Answers what never becomes a request, since Node cannot read it, with the same envelope as everything else. By itself
 * Node sends a bare status line.
 */
export function refuseUnreadableRequests(server: Server): void {
  server.on("clientError", (error: NodeJS.ErrnoException, socket: Socket) => {
    if (error.code === "ECONNRESET" || !socket.writable) return void socket.destroy();
    const [code, message] = unreadable[error.code ?? ""] ?? malformed;
    const { headers, body } = refusal(code, message);
    const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
    const head = [`HTTP/1.1 ${problemStatuses[code]} ${code}`, ...lines];
    socket.end(`${head.join("\r\n")}\r\n\r\n${body}`);
  });
}

/** Serves with `app` whatever has the Host that HTTP/1.1 asks for. Node would refuse the rest by an empty answer. */
export function requireHost(app: RequestListener): RequestListener {
  return (request, response) => {
    if (request.httpVersion !== "1.1" || request.headers.host !== undefined) return app(request, response);
    const [code, message] = hostless;
    const { headers, body } = refusal(code, message);
    response.writeHead(problemStatuses[code], headers).end(body);
  };
}

function refusal(code: ProblemCode, message: string) {
  const body = JSON.stringify({ error: { code, message } });
  const headers = {
    "content-type": "application/json; charset=utf-8",
    "content-length": Buffer.byteLength(body),
    "x-request-id": createRequestId(),
    "cache-control": "no-store",
    connection: "close",
  };
  return { headers, body };
}
