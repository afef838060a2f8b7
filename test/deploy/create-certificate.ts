import { execFile } from "node:child_process";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";

const run = promisify(execFile);

/** Makes a certificate of localhost in `folder`, for so many days; `pem` has its key too, as HAProxy wants it. */
export async function createCertificate(
  folder: string,
  days = 2,
): Promise<{ certificate: string; pem: string }> {
  const paths = { key: join(folder, "key.pem"), certificate: join(folder, "certificate.pem") };
  await run("openssl", [
    ...["req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", `${days}`, "-subj", "/CN=localhost"],
    ...["-addext", "subjectAltName=DNS:localhost,IP:127.0.0.1"],
    ...["-keyout", paths.key, "-out", paths.certificate],
  ]);
  const certificate = await readFile(paths.certificate, "utf8");
  return { certificate, pem: certificate + (await readFile(paths.key, "utf8")) };
}
