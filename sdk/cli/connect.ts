import { Option } from "commander";
import { Service, type ServiceOptions } from "../node/index.ts";
import { readAccess } from "./config.ts";

type Connection = {
  service: Service;
  baseUrl: string;
  isLive: boolean;
  /** Aborted when the user stops the program, which stops the service's calls too. */
  signal: AbortSignal;
};

/** Connects with the key of `keyFile`, or the usual one. Nothing is sent yet. Raises UsageError without a key. */
export type Connect = (keyFile: string | undefined, options?: Partial<ServiceOptions>) => Promise<Connection>;

export const createConnect =
  (signal: AbortSignal): Connect =>
  async (keyFile, options) => {
    const { secretKey, baseUrl } = await readAccess(keyFile);
    const service = new Service(secretKey, { baseUrl, signal, ...options });
    return { service, baseUrl, isLive: secretKey.startsWith("sk_live_"), signal };
  };

export const keyFileOption = (): Option =>
  new Option(
    "--key-file <file>",
    "JSON with secretKey and baseUrl, instead of PAYMENTS_KEY and PAYMENTS_URL",
  );
