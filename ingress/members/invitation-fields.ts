import { text } from "../http/fields.ts";
import { Problem } from "../http/problems.ts";

export const invitationToken = text(/^[A-Za-z0-9_-]{43}$/, "must be the token in the invitation's link");

/** The same for a token that never was, was used or revoked, or has expired. */
export const noInvitation = () =>
  new Problem("NOT_FOUND", "This invitation is no longer valid. Ask for a new one.");
