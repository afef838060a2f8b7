import { createHash, createSign, generateKeyPairSync, randomBytes, type KeyObject } from "node:crypto";

type Options = { challenge: string };

/** What to do differently from an honest authenticator. */
type Tricks = {
  origin?: string;
  host?: string;
  /** Instead of counting on. */
  count?: number;
  /** Without checking who the person is. */
  unverified?: boolean;
  userHandle?: string;
};

/** A passkey's authenticator: what a browser and a security key do together, with one key on P-256. */
export function createAuthenticator(publicUrl: string, person: string) {
  const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const id = randomBytes(32);
  let signCount = 0;
  const envelope = (response: object) => ({
    id: id.toString("base64url"),
    rawId: id.toString("base64url"),
    type: "public-key",
    response,
  });
  const dataOf = (type: string, { challenge }: Options, origin = new URL(publicUrl).origin) =>
    Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));

  return {
    /** The credential id, in base64url. */
    id: id.toString("base64url"),

    /** Makes the passkey, as navigator.credentials.create does. */
    create(options: Options, { origin, host, unverified }: Tricks = {}) {
      const flags = (unverified ? 0x01 : 0x05) | 0x40;
      const authData = Buffer.concat([
        authenticatorData(host ?? new URL(publicUrl).hostname, flags, signCount),
        Buffer.alloc(16),
        Buffer.from([0, id.length]),
        id,
        coseKey(publicKey),
      ]);
      return envelope({
        clientDataJSON: dataOf("webauthn.create", options, origin).toString("base64url"),
        attestationObject: cborMap([
          [cborText("fmt"), cborText("none")],
          [cborText("attStmt"), Buffer.of(0xa0)],
          [cborText("authData"), cborBytes(authData)],
        ]).toString("base64url"),
        transports: ["internal"],
      });
    },

    /** Signs a challenge, as navigator.credentials.get does. */
    sign(options: Options, { origin, host, count, unverified, userHandle }: Tricks = {}) {
      signCount = count ?? signCount + 1;
      const flags = unverified ? 0x01 : 0x05;
      const authData = authenticatorData(host ?? new URL(publicUrl).hostname, flags, signCount);
      const clientData = dataOf("webauthn.get", options, origin);
      const signed = Buffer.concat([authData, createHash("sha256").update(clientData).digest()]);
      return envelope({
        clientDataJSON: clientData.toString("base64url"),
        authenticatorData: authData.toString("base64url"),
        signature: createSign("sha256").update(signed).sign(privateKey).toString("base64url"),
        userHandle: Buffer.from(userHandle ?? person).toString("base64url"),
      });
    },
  };
}

function authenticatorData(host: string, flags: number, signCount: number): Buffer {
  const count = Buffer.alloc(4);
  count.writeUInt32BE(signCount);
  return Buffer.concat([createHash("sha256").update(host).digest(), Buffer.of(flags), count]);
}

/** {1: EC2, 3: ES256, -1: P-256, -2: x, -3: y} */
function coseKey(key: KeyObject): Buffer {
  const { x, y } = key.export({ format: "jwk" });
  return cborMap([
    [Buffer.of(0x01), Buffer.of(0x02)],
    [Buffer.of(0x03), Buffer.of(0x26)],
    [Buffer.of(0x20), Buffer.of(0x01)],
    [Buffer.of(0x21), cborBytes(Buffer.from(x!, "base64url"))],
    [Buffer.of(0x22), cborBytes(Buffer.from(y!, "base64url"))],
  ]);
}

const cborMap = (pairs: Buffer[][]) => Buffer.concat([Buffer.of(0xa0 | pairs.length), ...pairs.flat()]);
const cborText = (text: string) => Buffer.concat([Buffer.of(0x60 | text.length), Buffer.from(text)]);
const cborBytes = (bytes: Buffer) =>
  Buffer.concat([
    bytes.length < 256
      ? Buffer.of(0x58, bytes.length)
      : Buffer.of(0x59, bytes.length >> 8, bytes.length & 255),
    bytes,
  ]);
