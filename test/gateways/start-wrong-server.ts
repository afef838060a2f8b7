import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import type { Provider } from "./http/start-provider.ts";

type Question = { line: string; body: Record<string, unknown>; secret: string | undefined };
type Answer = { status: number; body: Record<string, unknown> };

/** What a server does to a question on its way to the right one, and to the answer on its way back. */
export type Wrong = {
  asks?: (question: Question) => Question;
  answers?: (answer: Answer, question: Question) => Answer | "nothing" | "a web page";
};

/** Starts a server that passes everything on to one that does right, and gets one thing wrong. */
export async function startWrongServer(
  right: Provider,
  { asks, answers }: Wrong,
): Promise<AsyncDisposable & { url: string }> {
  const server = createServer((request, response) => void serve(request, response));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", () => resolve()));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const sent = await text(request);
    const original: Question = {
      line: `${request.method} ${request.url}`,
      body: sent === "" ? {} : (JSON.parse(sent) as Record<string, unknown>),
      secret: request.headers.authorization,
    };
    const question = asks?.(original) ?? original;
    const [method, path] = question.line.split(" ") as [string, string];
    const passedOn = await fetch(`${right.url}${path}`, {
      method,
      headers: question.secret === undefined ? {} : { authorization: question.secret },
      ...(method === "POST" && { body: JSON.stringify(question.body) }),
    });
    const answer = { status: passedOn.status, body: (await passedOn.json()) as Record<string, unknown> };
    const changed = answers?.(answer, original) ?? answer;
    if (changed === "nothing") return;
    if (changed === "a web page") return void response.writeHead(200).end("<h1>Welcome</h1>");
    response.writeHead(changed.status).end(JSON.stringify(changed.body));
  }

  return {
    url,
    [Symbol.asyncDispose]: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
