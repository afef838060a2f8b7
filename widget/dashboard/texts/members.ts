import type { MemberRole } from "../api/types.ts";

export const roleTexts: Record<MemberRole, { name: string; text: string }> = {
  viewer: { name: "Viewer", text: "Sees everything, changes nothing." },
  developer: { name: "Developer", text: "Keys, webhooks, embedding and the sandbox." },
  finance: { name: "Finance", text: "Payouts, payment links and payout accounts." },
  owner: { name: "Owner", text: "Everything, people and the audit log too." },
};

/** Texts of the people of a business, and of invitations. */
export const memberTexts = {
  title: "People and roles",
  text: "Who may see this business here, and what they may do. Roles hold for test and live alike.",
  invite: "Invite somebody",
  caption: "People of this business",
  actions: "Actions",
  person: "Person",
  role: "Role",
  security: "Second factor",
  hasFactor: "On",
  noFactor: "Off",
  since: "Joined",
  you: "You",
  moreOf: (name: string) => `More for ${name}`,
  changeRole: "Change role",
  remove: "Remove from business",
  leave: "Leave this business",
  roleTitle: (name: string) => `Role of ${name}`,
  roleNote: "Their sessions here end, so that they sign in again with the new role.",
  ownRoleNote: "This is your own role: you may lose the right to change it back.",
  save: "Save role",
  removeTitle: (name: string) => `Remove ${name}?`,
  removeText:
    "They see nothing of this business from their next click on. API keys that they made are revoked.",
  keepKeys: "Keys that they made. Tick those that are to go on working; they may have copies of them.",
  keepKey: (name: string) => `Keep ${name}`,
  keyUse: (scopes: number, lastUsed: string | undefined) =>
    `${scopes} ${scopes === 1 ? "scope" : "scopes"}, ${lastUsed === undefined ? "never used" : `last used ${lastUsed}`}`,
  leaveTitle: "Leave this business?",
  leaveText:
    "You see nothing of it any more. Only an invitation by an owner brings you back. API keys that you made go on working, and its owners hear which they are.",
  roleChanged: (name: string, role: string) => `${name} is ${role.toLowerCase()} now`,
  removed: (name: string) => `${name} was removed`,
  invitations: "Open invitations",
  invitationsText: "Each works once, for its address alone, for seven days.",
  noInvitations: "No open invitations.",
  email: "Email",
  invitedBy: "Invited by",
  expires: "Expires",
  revoke: "Revoke",
  revokeOf: (email: string) => `Revoke the invitation of ${email}`,
  revoked: "Invitation revoked",
  inviteTitle: "Invite somebody",
  inviteText: "They get a mail with a link that works once, for seven days.",
  send: "Send invitation",
  sent: (email: string) => `Invitation sent to ${email}`,
  rolesTitle: "What each role may do",
};

/** Texts of the page that a mail's invitation opens. */
export const invitationTexts = {
  title: (business: string) => `Join ${business}`,
  text: (role: string) => `You get the role ${role}. The invitation is for`,
  loading: "Your invitation",
  accept: "Accept invitation",
  signIn: "Sign in to accept",
  signInText: "You have an account with this address. Sign in, and you come back here.",
  otherAccount: (email: string) =>
    `You are signed in as ${email}. Sign out, and sign in with the invited address.`,
  signOut: "Sign out",
  name: "Your name",
  password: "Choose a password",
  signUp: "Create account and join",
  badTitle: "This invitation no longer works",
  badText: "It was used or revoked, or is older than seven days. Ask for a new one.",
  home: "Go to the dashboard",
};
