import type { Gateway } from "../../workers/gateways/gateway.ts";
import type { IdentityType } from "../../sql/identity/identity-record.ts";

export type Operation = Exclude<keyof Gateway, "kind" | "dedupesByReference" | "notFoundCountsAfterMs">;

/** Facts about the provider behind a gateway, to compare its answers with. */
export type Subject = {
  /** The gateway, or as much of one as there is. */
  gateway: Partial<Gateway>;
  /** An account that exists, and may be paid if `pays` is set; with its holder's name if known. */
  account?: { bankCode: string; accountNumber: string; accountName?: string } | undefined;
  /** A number that no account has. */
  unknownAccount?: { bankCode: string; accountNumber: string } | undefined;
  /** Kobo per transfer. Undefined: no money is sent. */
  pays?: bigint | undefined;
  identity?: { type: IdentityType; identifier: string } | undefined;
  unknownIdentity?: { type: IdentityType; identifier: string } | undefined;
  /** Whether accounts may be opened. */
  opensAccounts?: boolean | undefined;
  /** Whether addresses may be created. */
  makesAddresses?: boolean | undefined;
  /** Whether a repeated reference must get the first one's answer; else it may also be unknown. */
  answersRepeats: boolean;
  /** How long a transfer may take until it is final, in milliseconds. */
  waitMs: number;
};

/** Facts that a case needs beside the operation. */
type Need =
  "account" | "unknownAccount" | "pays" | "identity" | "unknownIdentity" | "opensAccounts" | "makesAddresses";

/** One thing that every gateway must do. */
export type GatewayCase<Of = Subject> = {
  title: string;
  operation: Operation;
  needs: Need[];
  /** The most transfers that a correct gateway carries out, and a wrong one. */
  transfers?: { right: number; wrong: number };
  /** Repeats a reference: only for gateways that promise to carry out each once. */
  resends?: true;
  /** Raises Finding if the gateway is wrong. */
  run: (subject: Of) => Promise<void>;
};

/** What a gateway does wrong. `rule`: what it must do; `misfits`: the wrong fields of its response. */
export class Finding extends Error {
  override name = "Finding";
  readonly rule: string;
  readonly misfits: readonly string[];

  constructor(message: string, rule: string, misfits: readonly string[] = []) {
    super(message);
    this.rule = rule;
    this.misfits = misfits;
  }
}

/** What a case needs and is missing: an operation of the gateway, or facts. */
export function missingFor({ operation, needs, resends }: GatewayCase<never>, subject: Subject): string[] {
  const facts = needs.filter((need) => subject[need] === undefined || subject[need] === false);
  const isOnce = resends === undefined || subject.gateway.dedupesByReference === true;
  return [
    ...(subject.gateway[operation] === undefined ? [operation] : []),
    ...(isOnce ? [] : ["dedupesByReference"]),
    ...facts,
  ];
}

/** Raises Finding unless a result is of one of these kinds. */
export function expectKind(
  result: { kind: string; reason?: string; misfits?: string[] },
  kinds: string[],
  rule: string,
): void {
  if (kinds.includes(result.kind)) return;
  const reason = result.reason === undefined ? "" : ` (${result.reason})`;
  throw new Finding(
    `it is ${result.kind}${reason} to us, and must be ${kinds.join(" or ")}`,
    rule,
    result.misfits,
  );
}

/** For requests that are never aborted. */
export const { signal: patient } = new AbortController();
