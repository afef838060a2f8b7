import { Problem } from "../http/problems.ts";

export const lastOwner = () =>
  new Problem("STATE_CONFLICT", "A business must have at least one owner. Make someone else an owner first.");
