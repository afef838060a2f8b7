import { randomUUID } from "node:crypto";
import type { Server } from "node:http";
import type { Socket } from "node:net";
import { problemStatuses, type ProblemCode } from "./problems.ts";

const unreadable: Partial<Record<string, [ProblemCode, string]>> = {
  HPE_HEADER_OVERFLOW: ["HEADERS_TOO_LARGE", "The request's headers are larger than 16 KB."],
  ERR_HTTP_REQUEST_TIMEOUT: ["REQUEST_TIMEOUT", "The request did not arrive in time."],
};
const malformed: [ProblemCode, string] = ["MALFORMED_REQUEST", "This is not a well-formed HTTP request."];

/**
 * Answers what never becomes a request, since Node cannot read it, with the same envelope as everything else. By itself
 * Node sends a bare status line.
 */
export function answerUnreadableRequests(server: Server): void {
  server.on("clientError", (error: NodeJS.ErrnoException, socket: Socket) => {
    if (error.code === "ECONNRESET" || !socket.writable) return void socket.destroy();
    const [code, message] = unreadable[error.code ?? ""] ?? malformed;
    const body = JSON.stringify({ error: { code, message } });
    const lines = [
      `HTTP/1.1 ${problemStatuses[code]} ${code}`,
      "content-type: application/json; charset=utf-8",
      `content-length: ${Buffer.byteLength(body)}`,
      `x-request-id: ${randomUUID()}`,
      "cache-control: no-store",
      "connection: close",
    ];
    socket.end(`${lines.join("\r\n")}\r\n\r\n${body}`);
  });
}
