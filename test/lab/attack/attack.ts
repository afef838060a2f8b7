import type { RichMerchant } from "../platform/create-rich-merchant.ts";

/** An attacker's means: a merchant account, and an open, reusable live payment link. */
type Attacker = RichMerchant & { liveSlug: string };

/** The platform under attack, as its attackers see it. */
export type Target = {
  url: string;
  /** For `prepare`, to write rows that an attacker would need days to create. */
  databaseUrl: string;
  attacker: Attacker;
};

/** Responses by status; 0 counts missing ones. */
export type Statuses = Record<number, number>;

export type Attack = {
  /** One line: who does what. */
  title: string;
  /** Creates what the attack needs, before anything is measured. */
  prepare?(target: Target): Promise<void>;
  /** The attack leaves minutes of work: the next one needs another platform. */
  leavesBacklog?: true;
  /** Attacks until the signal aborts. */
  run(target: Target, signal: AbortSignal): Promise<Statuses>;
};
