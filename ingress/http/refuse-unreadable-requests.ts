import type { Server } from "node:http";
import type { Socket } from "node:net";
import { createRequestId } from "./middleware/identify-request.ts";
import { problemStatuses, type ProblemCode } from "./problems.ts";

const refusals: Partial<Record<string, [ProblemCode, string]>> = {
  HPE_HEADER_OVERFLOW: ["HEADERS_TOO_LARGE", "The request's headers are larger than 16 KB."],
  ERR_HTTP_REQUEST_TIMEOUT: ["REQUEST_TIMEOUT", "The request did not arrive in time."],
};
const malformed: [ProblemCode, string] = ["MALFORMED_REQUEST", "This is not a well-formed HTTP request."];

/**
 * Responds with the error envelope to requests that Node cannot read (malformed, headers too large, too slow). Node's
 * default is a status line without a body.
 */
export function refuseUnreadableRequests(server: Server): void {
  server.on("clientError", (error: NodeJS.ErrnoException, socket: Socket) => {
    if (error.code === "ECONNRESET" || !socket.writable) return void socket.destroy();
    const [code, message] = refusals[error.code ?? ""] ?? malformed;
    const body = JSON.stringify({ error: { code, message } });
    const head = [
      `HTTP/1.1 ${problemStatuses[code]} ${code}`,
      "content-type: application/json; charset=utf-8",
      `content-length: ${Buffer.byteLength(body)}`,
      `x-request-id: ${createRequestId()}`,
      "cache-control: no-store",
      "connection: close",
    ];
    socket.end(`${head.join("\r\n")}\r\n\r\n${body}`);
  });
}
