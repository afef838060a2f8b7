import { conflict } from "../http/problems.ts";

export const lastOwner = () =>
  conflict("A business must have at least one owner. Make someone else an owner first.");
