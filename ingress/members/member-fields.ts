import { Problem } from "../http/problems.ts";

export const lastOwner = () =>
  new Problem("STATE_CONFLICT", "A business keeps at least one owner. Make somebody else an owner first.");
