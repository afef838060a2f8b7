import { conflict } from "../http/problems.ts";

/** Somebody saved a newer form, or removed a document, since the caller looked. */
export const changedMeanwhile = () =>
  conflict("Someone else changed this after you opened it. Reload and try again.");

/** A verification that was submitted or approved cannot be changed. */
export const notOpen = () => conflict("You can only edit a draft. If it's under review, withdraw it first.");
