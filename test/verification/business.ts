import { deflateSync } from "node:zlib";
import { expect } from "vitest";
import type { Database } from "../../sql/process/database.ts";
import type { DocumentKind, VerificationForm } from "../../sql/verification/verification-form.ts";
import { neededKinds } from "../../sql/verification/verification-form.ts";
import { createPerson, type Person } from "../helpers/create-person.ts";
import { createFundedMerchant } from "../helpers/records.ts";
import type { TestIngress } from "../helpers/platform/start-test-ingress.ts";
import { merchantOf } from "../helpers/merchant-of.ts";

/** What a business would fill in; each of its texts is found nowhere else. */
export const form: VerificationForm = {
  businessType: "limited_company",
  registeredName: "Zuma Rock Books Limited",
  tradingName: "Zuma Books",
  registrationNumber: "RC7712345",
  tin: "77123456-0001",
  description: "Sells school books to parents and schools.",
  street: "12 Ademola Adetokunbo Crescent",
  city: "Abuja",
  state: "FCT",
  phone: "08031234567",
  website: "https://zuma.example",
  monthlyVolume: "1m_to_10m",
  directors: [{ name: "Ngozi Zubairu", role: "director", email: "ngozi.zubairu@zuma.example" }],
};

const crcTable = Array.from({ length: 256 }, (_, n) => {
  let c = n;
  for (let k = 0; k < 8; k += 1) c = c & 1 ? 0xedb88320 ^ (c >>> 1) : c >>> 1;
  return c >>> 0;
});

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type), data]);
  let crc = 0xffffffff;
  for (const byte of body) crc = crcTable[(crc ^ byte) & 0xff]! ^ (crc >>> 8);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  sum.writeUInt32BE((crc ^ 0xffffffff) >>> 0);
  return Buffer.concat([length, body, sum]);
}

/** A PNG of one colour that browsers show. */
export function pngFile(side = 64): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(side, 0);
  header.writeUInt32BE(side, 4);
  header.set([8, 2, 0, 0, 0], 8);
  const line = Buffer.concat([Buffer.of(0), ...Array.from({ length: side }, () => Buffer.of(20, 110, 90))]);
  const pixels = deflateSync(Buffer.concat(Array.from({ length: side }, () => line)));
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk("IHDR", header),
    chunk("IDAT", pixels),
    chunk("IEND", Buffer.alloc(0)),
  ]);
}

/** A PDF of `size` bytes, as far as its marks go. */
export function pdfFile(size = 400, text = "Certificate"): Buffer {
  const [start, end] = [Buffer.from(`%PDF-1.7\n% ${text}\n`), Buffer.from("\n%%EOF\n")];
  return Buffer.concat([start, Buffer.alloc(Math.max(0, size - start.length - end.length), " "), end]);
}

/** A JPEG, as far as its marks go. */
export const jpegFile = Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 4, 1, 2, 0xff, 0xd9]);

export const types = { pdf: "application/pdf", png: "image/png", jpeg: "image/jpeg" } as const;

/** The requests that a merchant's people and the reviewers make. */
export function businessOf(ingress: TestIngress, session: string) {
  const at = "/dashboard/api/verification";
  return {
    show: () => ingress.call("GET", at, { session }),
    save: (body: object) => ingress.call("PUT", at, { session, body }),
    submit: (version: number) => ingress.call("POST", `${at}/submit`, { session, body: { version } }),
    reopen: () => ingress.call("POST", `${at}/reopen`, { session }),
    add: (
      kind: DocumentKind,
      body: Buffer,
      { type = types.pdf as string, name = "certificate.pdf" }: { type?: string; name?: string } = {},
    ) =>
      ingress.call("POST", `${at}/documents?kind=${kind}`, {
        session,
        body,
        headers: { "content-type": type, "x-file-name": encodeURIComponent(name) },
      }),
    remove: (reference: string) => ingress.call("POST", `${at}/documents/${reference}/remove`, { session }),
    load: (reference: string) => load(ingress, `${at}/documents/${reference}`, session),
  };
}

const referenceOf = ({ reference }: { reference: string }) => reference;

export function reviewOf(ingress: TestIngress, session: string) {
  const at = "/dashboard/api/platform/verifications";
  return {
    list: (query = "") => ingress.call("GET", `${at}${query}`, { session }),
    show: (merchant: string) => ingress.call("GET", `${at}/${merchant}`, { session }),
    /** Decides about what is there now, unless `body` names what was seen. */
    decide: async (merchant: string, body: object) => {
      const { data } = await ingress.call("GET", `${at}/${merchant}`, { session });
      const seen = { version: data?.version ?? 1, documents: (data?.documents ?? []).map(referenceOf) };
      return ingress.call("POST", `${at}/${merchant}/decision`, { session, body: { ...seen, ...body } });
    },
    load: (merchant: string, reference: string) =>
      load(ingress, `${at}/${merchant}/documents/${reference}`, session),
  };
}

const load = (ingress: TestIngress, path: string, session: string) =>
  fetch(`${ingress.url}${path}`, { headers: { cookie: `__Host-session=${session}` } });

export type Business = {
  merchantId: bigint;
  merchant: string;
  owner: Person;
  own: ReturnType<typeof businessOf>;
};

/** A merchant with an owner. */
export async function createBusiness(database: Database, ingress: TestIngress): Promise<Business> {
  const { merchantId } = await createFundedMerchant(database);
  const merchant = await merchantOf(database, { merchantId });
  const owner = await createPerson(database, [[merchantId, "owner"]]);
  return { merchantId, merchant, owner, own: businessOf(ingress, owner.session) };
}

/** A merchant whose form and documents are complete; returns the form's version too. */
export async function completeBusiness(
  database: Database,
  ingress: TestIngress,
): Promise<Business & { version: number; documents: string[] }> {
  const business = await createBusiness(database, ingress);
  const saved = await business.own.save({ form, version: 0 });
  expect(saved.status).toBe(200);
  const documents: string[] = [];
  for (const kind of neededKinds) {
    const added = await business.own.add(kind, pdfFile(), { name: `${kind}.pdf` });
    expect(added.status, added.text).toBe(201);
    documents.push(added.data.reference);
  }
  return { ...business, version: saved.data.version, documents };
}

/** A merchant that waits for a decision. */
export async function submittedBusiness(database: Database, ingress: TestIngress) {
  const business = await completeBusiness(database, ingress);
  const submitted = await business.own.submit(business.version);
  expect(submitted.status, submitted.text).toBe(200);
  return business;
}

export const createReviewer = (database: Database) => createPerson(database, [], { isReviewer: true });
