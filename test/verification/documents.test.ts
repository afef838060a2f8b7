import { once } from "node:events";
import { request, type IncomingMessage } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect } from "vitest";
import type { Database } from "../../sql/process/database.ts";
import { outcomeOf } from "../helpers/call.ts";
import { createPerson } from "../helpers/create-person.ts";
import { eventually } from "../helpers/eventually.ts";
import { startTestIngress, type TestIngress } from "../helpers/platform/start-test-ingress.ts";
import { test } from "../helpers/test.ts";
import { businessOf, createBusiness, jpegFile, pdfFile, pngFile, types, type Business } from "./business.ts";

const MEBI = 1024 * 1024;

describe("a document", () => {
  test.for([
    ["a PDF", types.pdf, pdfFile()],
    ["a PNG", types.png, pngFile()],
    ["a JPEG", types.jpeg, jpegFile],
  ] as const)(
    "may be %s, and comes back byte for byte, to be saved and not shown",
    async ([, type, bytes], { fileDatabase, fileIngress }) => {
      const { own } = await createBusiness(fileDatabase, fileIngress);
      const added = await own.add("other", bytes, { type, name: "Ọjà “scan”.bin" });
      expect(added.data).toMatchObject({
        mediaType: type,
        name: expect.stringMatching(/^Ọjà _scan_\.\w+$/u),
      });
      const file = await own.load(added.data.reference);
      expect(Buffer.from(await file.arrayBuffer())).toEqual(bytes);
      expect(Object.fromEntries(file.headers)).toMatchObject({
        "content-type": type,
        "content-disposition": `attachment; filename*=UTF-8''${encodeURIComponent(added.data.name)}`,
        "content-security-policy": "default-src 'none'; sandbox",
        "x-content-type-options": "nosniff",
        "cross-origin-resource-policy": "same-origin",
        "cache-control": "no-store",
      });
      expect((await own.show()).data.documents).toMatchObject([
        {
          reference: added.data.reference,
          kind: "other",
          mediaType: type,
          size: bytes.length,
          name: added.data.name,
        },
      ]);
      expect((await own.remove(added.data.reference)).status).toBe(200);
      expect((await own.load(added.data.reference)).status).toBe(404);
    },
  );

  const html = Buffer.from("<!doctype html><script>alert(1)</script>");
  const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>');
  test.for([
    ["HTML named .pdf", types.pdf, html],
    ["SVG named .png", types.png, svg],
    ["a PDF that begins later", types.pdf, Buffer.concat([html, pdfFile()])],
    ["a PDF that is cut off", types.pdf, pdfFile().subarray(0, 100)],
    ["a PNG that is cut off", types.png, pngFile().subarray(0, -12)],
    ["a PNG with a page behind it", types.png, Buffer.concat([pngFile(), html])],
    ["a PNG's first bytes", types.png, pngFile().subarray(0, 8)],
    ["a JPEG that is cut off", types.jpeg, jpegFile.subarray(0, 6)],
    ["a JPEG that is a PDF too", types.jpeg, Buffer.concat([jpegFile.subarray(0, 6), pdfFile(), jpegFile])],
    ["an archive", types.pdf, Buffer.from("PK\u0003\u0004")],
    ["nothing", types.pdf, Buffer.alloc(0)],
    ["a PNG that says it is a PDF", types.pdf, pngFile()],
    ["a PDF that says it is a JPEG", types.jpeg, pdfFile()],
    ["a media type of its own", "text/html", pdfFile()],
    ["no picture we show", "image/svg+xml", svg],
  ] as const)("is not %s", async ([, type, bytes], { fileDatabase, fileIngress }) => {
    const { own } = await createBusiness(fileDatabase, fileIngress);
    const refused = await own.add("other", bytes, { type, name: "proof.pdf" });
    expect(outcomeOf(refused)).toBe("VALIDATION_ERROR");
    expect(refused.error.details).toHaveProperty("body");
    expect((await own.show()).data.documents).toEqual([]);
  });

  test.for([
    ["../../etc/passwd", "passwd.pdf"],
    ["C:\\Users\\ada\\CAC.PDF", "CAC.pdf"],
    [".htaccess", "document.pdf"],
    ["a\r\nset-cookie: x=1.pdf", "a__set-cookie_ x=1.pdf"],
    ['"; filename="evil.html', "_; filename=_evil.pdf"],
    ["\u202efdp.exe", "_fdp.pdf"],
    ["<img src=x onerror=alert(1)>.png", "_img src_x onerror_alert(1)_.pdf"],
    ["   ", "document.pdf"],
    ["ẹ̀kọ́ ".repeat(40), expect.stringMatching(/^ẹ̀kọ́.{100,116}\.pdf$/u)],
  ] as const)("named %j is kept as %j", async ([sent, kept], { fileDatabase, fileIngress }) => {
    const { own } = await createBusiness(fileDatabase, fileIngress);
    const added = await own.add("other", pdfFile(), { name: sent });
    const name = typeof kept === "string" ? kept.replaceAll(/[=;]/g, "_") : kept;
    expect(added.data.name).toEqual(name);
  });

  test("needs a kind and a name", async ({ fileDatabase, fileIngress }) => {
    const { owner } = await createBusiness(fileDatabase, fileIngress);
    const add = (query: string, headers: Record<string, string>) =>
      fileIngress.call("POST", `/dashboard/api/verification/documents${query}`, {
        session: owner.session,
        body: pdfFile(),
        headers: { "content-type": types.pdf, ...headers },
      });
    expect((await add("?kind=passport", { "x-file-name": "a" })).error.details).toHaveProperty("kind");
    expect((await add("", { "x-file-name": "a" })).error.details).toHaveProperty("kind");
    for (const headers of [{}, { "x-file-name": "%E0%A4%A" }, { "x-file-name": "a".repeat(2_701) }])
      expect((await add("?kind=other", headers as Record<string, string>)).error.details).toHaveProperty(
        "x-file-name",
      );
  });
});

describe("the bounds", () => {
  test("5 MiB is enough, and one byte more is refused", async ({ fileDatabase, fileIngress }) => {
    const { own } = await createBusiness(fileDatabase, fileIngress);
    expect((await own.add("other", pdfFile(5 * MEBI))).status).toBe(201);
    expect(outcomeOf(await own.add("other", pdfFile(5 * MEBI + 1)))).toBe("PAYLOAD_TOO_LARGE");
  });

  /** Two owners and the bounds of one person: what is refused for now is sent again. */
  async function addAll(
    { own, merchantId }: Business,
    fileDatabase: Database,
    fileIngress: TestIngress,
    files: Buffer[],
  ) {
    const { session } = await createPerson(fileDatabase, [[merchantId, "owner"]]);
    const owners = [own, businessOf(fileIngress, session)];
    const outcomes: (number | string)[] = [];
    const queue = [...files];
    const send = async (owner: typeof own): Promise<void> => {
      for (let file = queue.shift(); file !== undefined; file = queue.shift())
        outcomes.push(outcomeOf(await owner.add("other", file)));
    };
    await Promise.all(owners.flatMap((owner) => [send(owner), send(owner)]));
    return outcomes;
  }

  test("a merchant has at most 10 documents, however many come at once", async ({
    fileDatabase,
    fileIngress,
  }) => {
    const business = await createBusiness(fileDatabase, fileIngress);
    const outcomes = await addAll(business, fileDatabase, fileIngress, Array(16).fill(pdfFile()));
    expect(outcomes.filter((outcome) => outcome === 201)).toHaveLength(10);
    expect(outcomes.filter((outcome) => outcome === "STATE_CONFLICT")).toHaveLength(6);
    expect((await business.own.show()).data.documents).toHaveLength(10);
  });

  test("and of 25 MiB in all", async ({ fileDatabase, fileIngress }) => {
    const business = await createBusiness(fileDatabase, fileIngress);
    const outcomes = await addAll(business, fileDatabase, fileIngress, Array(8).fill(pdfFile(4 * MEBI)));
    expect(outcomes.filter((outcome) => outcome === 201)).toHaveLength(6);
    expect((await business.own.show()).data.documents).toHaveLength(6);
  });

  test("a person sends 30 a minute", async ({ fileDatabase, fileIngress }) => {
    const { own } = await createBusiness(fileDatabase, fileIngress);
    const outcomes = [];
    for (let n = 0; n < 31; n += 1) outcomes.push(outcomeOf(await own.add("other", Buffer.of(n))));
    expect(outcomes.slice(0, 30)).toEqual(Array(30).fill("VALIDATION_ERROR"));
    expect(outcomes[30]).toBe("RATE_LIMITED");
  });

  test("a process takes 24 files at a time, eight of one network and two of one person, and sends others meanwhile", async ({
    database,
    databaseUrl,
  }) => {
    await using ingress = await startTestIngress(databaseUrl, { trustedProxyHops: 1 });
    /** Begins an upload and leaves it where it is. */
    const begin = (session: string, address: string) => {
      const path = "/dashboard/api/verification/documents?kind=other";
      const headers = {
        cookie: `__Host-session=${session}`,
        "sec-fetch-site": "same-origin",
        "content-type": types.pdf,
        "x-file-name": "a",
        "content-length": 5 * MEBI,
        "x-forwarded-for": address,
      };
      const upload = request(`${ingress.url}${path}`, { method: "POST", headers });
      const held = { upload, isOver: false };
      upload.on("error", () => (held.isOver = true));
      upload.on("response", () => (held.isOver = true));
      upload.write(Buffer.alloc(64 * 1024, " "));
      return held;
    };
    /** Has two uploads of a person under way. One that a question of ours was in the way of begins again. */
    const hold = async ({ owner, own }: Business, address: string) => {
      const two = [begin(owner.session, address), begin(owner.session, address)];
      await eventually(async () => {
        for (const [n, { isOver }] of two.entries()) if (isOver) two[n] = begin(owner.session, address);
        const { error } = await own.add("other", Buffer.alloc(0));
        expect([error?.code, error?.message]).toEqual([
          "RATE_LIMITED",
          expect.stringContaining("other files"),
        ]);
      });
      return two;
    };
    const last = await createBusiness(database, ingress);
    const { reference } = (await last.own.add("other", pdfFile())).data;
    const held = [];
    for (const address of ["203.0.113.7", "203.0.113.8", "203.0.113.9"]) {
      const four = await Promise.all(Array.from({ length: 4 }, () => createBusiness(database, ingress)));
      for (const business of four) held.push(...(await hold(business, address)));
      const neighbour = begin(last.owner.session, address);
      await eventually(() => expect(neighbour.isOver).toBe(true));
    }
    expect(outcomeOf(await last.own.add("other", pdfFile()))).toBe("SERVICE_UNAVAILABLE");
    // Everything else is served as ever, files that are loaded too.
    expect((await last.own.show()).status).toBe(200);
    expect((await last.own.load(reference)).status).toBe(200);
    for (const { upload } of held) upload.destroy();
    await eventually(async () => expect((await last.own.add("other", pdfFile())).status).toBe(201));
  });

  test(
    "of 5 MB may take its time on a line of 1 Mbit/s",
    { timeout: 300_000 },
    async ({ fileDatabase, fileIngress }) => {
      const { owner } = await createBusiness(fileDatabase, fileIngress);
      const file = pdfFile(5 * MEBI - 1);
      const upload = request(`${fileIngress.url}/dashboard/api/verification/documents?kind=other`, {
        method: "POST",
        headers: {
          cookie: `__Host-session=${owner.session}`,
          "sec-fetch-site": "same-origin",
          "content-type": types.pdf,
          "x-file-name": "a",
          "content-length": file.length,
        },
      });
      const responded = once(upload, "response") as Promise<[IncomingMessage]>;
      for (let from = 0; from < file.length; from += 125_000) {
        upload.write(file.subarray(from, from + 125_000));
        await sleep(1_000);
      }
      upload.end();
      const [{ statusCode }] = await responded;
      expect(statusCode).toBe(201);
    },
  );

  test("an upload that breaks off leaves nothing", async ({ fileDatabase, fileIngress }) => {
    const { own, owner } = await createBusiness(fileDatabase, fileIngress);
    const upload = request(`${fileIngress.url}/dashboard/api/verification/documents?kind=other`, {
      method: "POST",
      headers: {
        cookie: `__Host-session=${owner.session}`,
        "sec-fetch-site": "same-origin",
        "content-type": types.pdf,
        "x-file-name": "a",
        "content-length": 2 * MEBI,
      },
    });
    upload.on("error", () => {});
    const sent = Promise.withResolvers<void>();
    upload.write(pdfFile(MEBI), () => sent.resolve());
    await sent.promise;
    upload.destroy();
    expect((await own.add("other", pdfFile(500))).status).toBe(201);
    expect((await own.show()).data.documents).toMatchObject([{ size: 500 }]);
  });
});
