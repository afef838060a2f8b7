import type { Misbehaviour } from "../misbehaviour.ts";

export const misbehaviour: Misbehaviour = { name: "notify late", notifying: "late" };
