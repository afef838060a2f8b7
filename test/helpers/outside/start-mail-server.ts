import { once } from "node:events";
import { createServer, type AddressInfo, type Socket } from "node:net";

/** What a mail server does with a mail: takes it, refuses its recipient for now or for good, or says nothing. */
type Behaviour = "accepts" | "delays" | "refuses" | "hangs";

export type MailServer = AsyncDisposable & {
  url: string;
  /** The mails that it took, with their headers. */
  mails: string[];
  behaviour: Behaviour;
  /** How many connections it has had. */
  connections: number;
};

const replies = {
  accepts: "250 OK",
  delays: "451 4.7.1 try later",
  refuses: "550 5.1.1 no such user",
  hangs: "",
};

/** A mail server on this machine that speaks as much SMTP as our client needs. */
export async function startMailServer(behaviour: Behaviour = "accepts"): Promise<MailServer> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    started.connections += 1;
    socket.on("error", () => {});
    if (started.behaviour === "hangs") return;
    let [buffer, body] = ["", undefined as string | undefined];
    const say = (line: string) => socket.write(`${line}\r\n`);
    const hear = (line: string): unknown => {
      if (body !== undefined) {
        if (line !== ".") return void (body += `${line}\n`);
        started.mails.push(body);
        body = undefined;
        return say("250 OK");
      }
      if (/^(EHLO|HELO)/i.test(line)) return say("250 test");
      if (/^RCPT/i.test(line)) return say(replies[started.behaviour]);
      if (/^DATA/i.test(line)) {
        body = "";
        return say("354 go on");
      }
      if (/^QUIT/i.test(line)) return void socket.end("221 bye\r\n");
      return say("250 OK");
    };
    socket.on("data", (chunk) => {
      buffer += chunk.toString();
      const lines = buffer.split("\r\n");
      buffer = lines.pop()!;
      lines.forEach(hear);
    });
    say("220 test");
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const started: MailServer = {
    url: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`,
    mails: [],
    behaviour,
    connections: 0,
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, "close");
    },
  };
  return started;
}
