import { Problem } from "../http/problems.ts";

/** Somebody saved a newer form, or removed a document, since the caller looked. */
export const changedMeanwhile = () =>
  new Problem("STATE_CONFLICT", "Somebody else has changed this since you opened it. Load it again.");

/** A verification that was submitted or approved cannot be changed. */
export const notOpen = () =>
  new Problem(
    "STATE_CONFLICT",
    "This can only be changed while it is a draft. Withdraw it first, if it waits for review.",
  );
