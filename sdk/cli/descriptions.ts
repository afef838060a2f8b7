/** A field of a request's body, or a filter. */
export type Field = {
  /** Its whole name: destination.bankCode. */
  name: string;
  /** How it is typed on the command line; money as people write it. */
  kind: "text" | "number" | "boolean" | "json" | "NGN" | "USD";
  isRequired: boolean;
  description: string;
};

/** What help shows of each method, by its name in the SDK (payouts.create). */
export type Descriptions = Record<
  string,
  { summary: string; fields: Field[]; examples: { title: string; words: string }[] }
>;

declare const DESCRIPTIONS: Descriptions;

/** The build puts them here, from the API's description and its recorded examples. */
export const descriptions: Descriptions = DESCRIPTIONS;
