import type { ApiKey } from "../api/types.ts";

/** A key as people know it: how its secret begins and ends. */
export const nameOf = ({ prefix, lastFour }: Pick<ApiKey, "prefix" | "lastFour">) => `${prefix}…${lastFour}`;
