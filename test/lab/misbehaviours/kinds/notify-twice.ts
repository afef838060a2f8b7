import type { Misbehaviour } from "../misbehaviour.ts";

export const misbehaviour: Misbehaviour = { name: "notify twice", notifying: "twice" };
