import type { Gateway } from "../../workers/gateways/gateway.ts";
import type { IdentityType } from "../../sql/identity/identity-record.ts";

export type Operation = Exclude<keyof Gateway, "kind" | "dedupesByReference" | "notFoundCountsAfterMs">;

/** What is known of whoever stands behind a gateway, so that its answers can be compared with it. */
export type Subject = {
  /** The gateway, or as much of one as there is. */
  gateway: Partial<Gateway>;
  /** An account that exists, and may be paid where `pays` is set; and the name of its holder, where that is known. */
  account?: { bankCode: string; accountNumber: string; accountName?: string } | undefined;
  /** A number that no account has. */
  unknownAccount?: { bankCode: string; accountNumber: string } | undefined;
  /** In kobo, of each transfer. Undefined: no money is sent. */
  pays?: bigint | undefined;
  identity?: { type: IdentityType; identifier: string } | undefined;
  unknownIdentity?: { type: IdentityType; identifier: string } | undefined;
  /** Whether accounts may be opened. */
  opensAccounts?: boolean | undefined;
  /** Whether addresses may be made. */
  makesAddresses?: boolean | undefined;
  /** A repeated reference must be answered as the first was; else it may also be unknown. */
  answersRepeats: boolean;
  /** How long a transfer may take until it is decided, in milliseconds. */
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
  /** How many transfers a gateway that does right carries out; and one that does wrong, at most. */
  transfers?: { right: number; wrong: number };
  /** Sends a reference again: asked only of a gateway that says that it carries out each once. */
  resends?: true;
  /** Raises Finding for what the gateway does wrong. */
  run: (subject: Of) => Promise<void>;
};

/** What a gateway does wrong. `rule`: what it must do; `misfits`: the members of its response that do not fit. */
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

/** Whether a gateway offers what a case needs, and the facts are there. Returns what is missing. */
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

/** For requests that nobody gives up. */
export const { signal: patient } = new AbortController();
