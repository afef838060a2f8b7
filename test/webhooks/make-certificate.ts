import { generateKeyPairSync, randomBytes, sign, type KeyObject } from "node:crypto";

export type Certificate = { cert: string; key: string };
export type Issuer = Certificate & { name: string; privateKey: KeyObject };

type Wanted = {
  /** The host names that the certificate is for. None: it is an authority's. */
  hosts?: string[];
  name?: string;
  /** Undefined: signed with its own key. */
  issuer?: Issuer;
  validFrom?: Date;
  validTo?: Date;
};

const DAY_MS = 24 * 60 * 60 * 1000;

/** Makes a certificate (X.509, P-256) and its key, in PEM, as a test wants it. */
export function makeCertificate({
  hosts = [],
  name = hosts[0] ?? "test authority",
  issuer,
  validFrom = new Date(Date.now() - DAY_MS),
  validTo = new Date(Date.now() + DAY_MS),
}: Wanted): Issuer {
  const { publicKey, privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const algorithm = sequence(oid(0x2a, 0x86, 0x48, 0xce, 0x3d, 0x04, 0x03, 0x02)); // ECDSA with SHA-256
  const isAuthority = hosts.length === 0;
  const extensions = [
    extension([0x55, 0x1d, 0x13], sequence(...(isAuthority ? [element(0x01, Buffer.from([0xff]))] : []))),
    ...(isAuthority ? [] : [extension([0x55, 0x1d, 0x11], alternativeNames(hosts))]),
  ];
  const body = sequence(
    element(0xa0, integer(Buffer.from([2]))), // version 3
    integer(Buffer.concat([Buffer.from([1]), randomBytes(8)])),
    algorithm,
    distinguishedName(issuer?.name ?? name),
    sequence(time(validFrom), time(validTo)),
    distinguishedName(name),
    publicKey.export({ type: "spki", format: "der" }),
    element(0xa3, sequence(...extensions)),
  );
  const signature = sign("sha256", body, issuer?.privateKey ?? privateKey);
  const certificate = sequence(body, algorithm, bitString(signature));
  return {
    name,
    privateKey,
    cert: `-----BEGIN CERTIFICATE-----\n${certificate.toString("base64").replace(/.{64}/g, "$&\n")}\n-----END CERTIFICATE-----\n`,
    key: privateKey.export({ type: "pkcs8", format: "pem" }).toString(),
  };
}

/** An element of DER: tag, length, content. */
function element(tag: number, ...content: Buffer[]): Buffer {
  const bytes = Buffer.concat(content);
  const { length } = bytes;
  const long = length < 256 ? [0x81, length] : [0x82, length >> 8, length & 255];
  return Buffer.concat([Buffer.from([tag, ...(length < 128 ? [length] : long)]), bytes]);
}

const sequence = (...content: Buffer[]) => element(0x30, ...content);
const integer = (bytes: Buffer) => element(0x02, bytes);
const oid = (...bytes: number[]) => element(0x06, Buffer.from(bytes));
const bitString = (bytes: Buffer) => element(0x03, Buffer.from([0]), bytes);

function distinguishedName(commonName: string): Buffer {
  const value = element(0x0c, Buffer.from(commonName));
  return sequence(element(0x31, sequence(oid(0x55, 0x04, 0x03), value)));
}

function time(date: Date): Buffer {
  const digits = date.toISOString().replace(/\D/g, "").slice(0, 14);
  return element(0x18, Buffer.from(`${digits}Z`));
}

function extension(id: number[], value: Buffer): Buffer {
  return sequence(oid(...id), element(0x04, value));
}

function alternativeNames(hosts: string[]): Buffer {
  return sequence(...hosts.map((host) => element(0x82, Buffer.from(host))));
}
