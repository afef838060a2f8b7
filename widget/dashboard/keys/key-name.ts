import type { ApiKey } from "../api/types.ts";

/** A key's readable name: how its secret begins and ends. */
export const nameOf = ({ prefix, lastFour }: Pick<ApiKey, "prefix" | "lastFour">) => `${prefix}…${lastFour}`;
