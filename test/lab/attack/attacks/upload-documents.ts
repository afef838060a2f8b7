import { openConnections, send } from "../../client/send.ts";
import type { Attack, Statuses } from "../attack.ts";
import { createOwners } from "../create-people.ts";
import { addressOf } from "../flood.ts";

/** As many as one process accepts uploads from at a time, and enough that their limits per minute last. */
const PEOPLE = 20;
const AT_ONCE = 8;
let owners: Record<string, string>[] = [];

/** The largest accepted. */
function largestPdf(): Buffer {
  const [start, end] = [Buffer.from("%PDF-1.7\n"), Buffer.from("\n%%EOF\n")];
  return Buffer.concat([start, Buffer.alloc(5 * 1024 * 1024 - start.length - end.length, " "), end]);
}

export const attack: Attack = {
  title: `owners of ${PEOPLE} businesses send documents of 5 MB, ${AT_ONCE} at a time, and remove them again`,
  prepare: async (target) => {
    owners = await createOwners(target, PEOPLE);
  },
  run: async ({ url }, signal) => {
    const dispatcher = openConnections(AT_ONCE);
    const statuses: Statuses = {};
    const [body, at] = [largestPdf(), `${url}/dashboard/api/verification/documents`];
    const post = async (path: string, headers: Record<string, string>, file: Buffer | undefined) => {
      const request = { method: "POST" as const, headers, body: file };
      const response = await send(path, request, { dispatcher, signal });
      statuses[response.statusCode] = (statuses[response.statusCode] ?? 0) + 1;
      return (await response.body.json()) as { data?: { reference: string } };
    };
    let sent = 0;
    const client = async () => {
      while (!signal.aborted) {
        const owner = { ...owners[sent % PEOPLE]!, "x-forwarded-for": addressOf(sent) };
        sent += 1;
        const file = { ...owner, "content-type": "application/pdf", "x-file-name": "proof.pdf" };
        try {
          const { data } = await post(`${at}?kind=other`, file, body);
          if (data !== undefined) await post(`${at}/${data.reference}/remove`, owner, undefined);
        } catch {
          if (!signal.aborted) statuses[0] = (statuses[0] ?? 0) + 1;
        }
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, client));
    await dispatcher.destroy();
    return statuses;
  },
};
