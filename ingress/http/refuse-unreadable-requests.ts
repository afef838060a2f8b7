import type { Server } from "node:http";
import type { Socket } from "node:net";
import { createRequestId } from "./middleware/identify-request.ts";
import { problemStatuses, type ProblemCode } from "./problems.ts";

const refusals = {
  HPE_HEADER_OVERFLOW: ["HEADERS_TOO_LARGE", "The request's headers are larger than 16 KB."],
  ERR_HTTP_REQUEST_TIMEOUT: ["REQUEST_TIMEOUT", "The request did not arrive in time."],
} as const satisfies Record<string, readonly [ProblemCode, string]>;
const malformed = ["MALFORMED_REQUEST", "This is not a well-formed HTTP request."] as const;

/**
 * Responds with the error envelope to requests that Node cannot read (malformed, headers too large, too slow). Node's
 * default is a status line without a body.
 */
export function refuseUnreadableRequests(server: Server): void {
  server.on("clientError", (error: NodeJS.ErrnoException, socket: Socket) => {
    if (error.code === "ECONNRESET" || !socket.writable) return void socket.destroy();
    const known = Object.entries(refusals).find(([name]) => name === error.code);
    const [code, message] = known?.[1] ?? malformed;
    refuse(socket, code, message);
  });
}

/** Responds so to a request whose body has not come in time. */
export function refuseLate(socket: Socket): void {
  refuse(socket, ...refusals.ERR_HTTP_REQUEST_TIMEOUT);
}

function refuse(socket: Socket, code: ProblemCode, message: string): void {
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
}
