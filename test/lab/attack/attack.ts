import type { RichMerchant } from "../platform/create-rich-merchant.ts";

/** What an attacker has: a merchant account, and an open, reusable payment link in the live environment. */
type Attacker = RichMerchant & { liveSlug: string };

/** The platform under attack, as its attackers see it. */
export type Target = {
  url: string;
  /** With this `prepare` writes rows at once that an attacker would need days to make. */
  databaseUrl: string;
  attacker: Attacker;
};

/** Responses by status; 0 counts those that never came. */
export type Statuses = Record<number, number>;

export type Attack = {
  /** One line: who does what. */
  title: string;
  /** Makes what the attack needs, before anything is measured. */
  prepare?(target: Target): Promise<void>;
  /** The platform works for minutes on what the attack leaves: the next one needs another platform. */
  leavesBacklog?: true;
  /** Attacks until the signal aborts. */
  run(target: Target, signal: AbortSignal): Promise<Statuses>;
};
