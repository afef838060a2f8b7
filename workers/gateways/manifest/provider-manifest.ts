import type { z } from "zod";
import type { CreditCase } from "../../../sql/gateways/credit-notices.ts";
import type { ProviderNotice } from "../../../sql/gateways/provider-notices.ts";
import type { LeastAmounts } from "./least-amounts.ts";

/** The schemas of settings, by name. */
export type Settings = Record<string, z.ZodType>;

type ValuesOf<Own extends Settings> = { [Name in keyof Own]?: z.output<Own[Name]> };

/** The kinds of process that read the settings. */
export type Process = "ingress" | "workers" | "operators";

/** The settings of a provider, by their names in `Own`. `Read`: what its adapter gets. */
type ProviderDeclaration<Own extends Settings, Read> = {
  settings: Own;
  /** The settings that a process requires if the provider is used. */
  needed: { [Reader in Process]?: readonly (keyof Own & string)[] };
  /** The settings that only workers may have: they send money, or are about a person. */
  workersOnly: readonly (keyof Own & string)[];
  /** The setting with the provider's URL. */
  url: keyof Own & string;
  /** Makes the adapter's settings from a worker's, which are complete. */
  read(values: ValuesOf<Own>): Read;
  /** Refuses other wrong settings of a process. */
  check?(
    values: ValuesOf<Own> & { PUBLIC_URL?: string | undefined },
    refuse: (name: keyof Own & string, message: string) => void,
    process: Process,
  ): void;
};

/** What the platform knows about a provider of live money, besides its adapter. */
type GatewayDeclaration<Own extends Settings, Read> = ProviderDeclaration<Own, Read> & {
  least: LeastAmounts;
  /** How the provider signs its reports, and how they are read. */
  webhook: {
    header: string;
    /** The setting with the signing secret, or two while the second replaces the first. */
    secrets: keyof Own & string;
    /** Whether the header proves that the provider sent these bytes. */
    isSigned(bytes: Buffer, header: string, secrets: readonly string[]): boolean;
    /** Undefined: it reports with our own protocol, to `POST /v1/provider/credits`. */
    notices?: NoticeFormat;
  };
};

/** `POST /providers/{gateway}/webhook`: `body` accepts any JSON object; `read` returns its report, if any. */
export type NoticeFormat<Body extends z.ZodObject = z.ZodObject> = {
  body: Body;
  read(body: z.output<Body>): Notice | undefined;
};

/** A report of a transfer that ended, of money that came in for `recipient`, our account, or goes back. */
type Notice =
  | { event: ProviderNotice["event"]; reference: string }
  | { transaction: string; recipient: string }
  | CreditCase;

export type ProviderManifest<Read = object> = ProviderDeclaration<Settings, Read>;
export type GatewayManifest<Read = object> = GatewayDeclaration<Settings, Read>;

/** Declares a provider of identity checks only. */
export function identityManifest<Own extends Settings, Read>(
  declaration: ProviderDeclaration<Own, Read>,
): ProviderManifest<Read> {
  return declaration as unknown as ProviderManifest<Read>;
}

/** Declares a provider of live money. */
export function gatewayManifest<Own extends Settings, Read>(
  declaration: GatewayDeclaration<Own, Read>,
): GatewayManifest<Read> {
  return declaration as unknown as GatewayManifest<Read>;
}

/** Declares how a provider's notices are read. */
export function noticeFormat<Body extends z.ZodObject>(format: NoticeFormat<Body>): NoticeFormat {
  return format as unknown as NoticeFormat;
}
