type Status = "pending" | "succeeded" | "failed" | "reversed";

/** What a test makes of a server that stands for a provider while that runs. By itself each changes nothing. */
export type ProviderHooks<Kind, How> = {
  /** How it treats a question that it was not told to treat badly. `reference`: of the transfer that it is about. */
  mood: (kind: Kind, reference: string | undefined) => How | undefined;
  /** For how many milliseconds it keeps its response to itself, having done what it was asked. */
  lagMs: (bankCode: string) => number;
  /** What happens when it has done what was requested, and knows its response, before it sends that. */
  meanwhile: (kind: Kind) => Promise<unknown>;
  /** What it says of a transfer, which has this status. */
  says: (reference: string, status: Status) => Status;
  /** It has carried out a transfer, and says so next. */
  made: (reference: string) => void;
};

export function noHooks<Kind, How>(): ProviderHooks<Kind, How> {
  return {
    mood: () => undefined,
    lagMs: () => 0,
    meanwhile: async () => {},
    says: (_reference, status) => status,
    made: () => {},
  };
}
