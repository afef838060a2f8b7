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
  text: "Who has access to this business, and what they can do. Roles apply to test and live.",
  invite: "Invite someone",
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
  roleNote: "They’ll be signed out here, and sign in again with the new role.",
  ownRoleNote: "This is your own role. You may not be able to change it back.",
  save: "Save role",
  removeTitle: (name: string) => `Remove ${name}?`,
  removeText: "They’ll lose access immediately. API keys they created will be revoked.",
  keepKeys: "Keys they created. Select the ones to keep; they may still have copies.",
  keepKey: (name: string) => `Keep ${name}`,
  keyUse: (scopes: number, lastUsed: string | undefined) =>
    `${scopes} ${scopes === 1 ? "permission" : "permissions"}, ${lastUsed === undefined ? "never used" : `last used ${lastUsed}`}`,
  leaveTitle: "Leave this business?",
  leaveText:
    "You’ll lose access, and only an owner can invite you back. API keys you created keep working; we’ll tell the owners which ones.",
  roleChanged: (name: string, role: string) => `${name} is now ${role.toLowerCase()}`,
  removed: (name: string) => `${name} was removed`,
  invitations: "Open invitations",
  invitationsText: "Each works once, for the invited email address only, and expires after seven days.",
  noInvitations: "No open invitations.",
  email: "Email",
  invitedBy: "Invited by",
  expires: "Expires",
  revoke: "Revoke",
  revokeOf: (email: string) => `Revoke the invitation for ${email}`,
  revoked: "Invitation revoked",
  inviteTitle: "Invite someone",
  inviteText: "We’ll email them a link that works once and expires after seven days.",
  send: "Send invitation",
  sent: (email: string) => `Invitation sent to ${email}`,
  rolesTitle: "What each role can do",
};

/** Texts of the page that a mail's invitation opens. */
export const invitationTexts = {
  title: (business: string) => `Join ${business}`,
  text: (role: string) => `You’re joining as ${role} with`,
  loading: "Your invitation",
  accept: "Accept invitation",
  signIn: "Sign in to accept",
  signInText: "You already have an account with this email. Sign in, and we’ll bring you back here.",
  otherAccount: (email: string) =>
    `You’re signed in as ${email}. Sign out, then sign in with the invited email address.`,
  signOut: "Sign out",
  name: "Your name",
  password: "Choose a password",
  signUp: "Create account and join",
  badTitle: "This invitation no longer works",
  badText: "It was already used or revoked, or it’s more than seven days old. Ask for a new one.",
  home: "Go to the dashboard",
};
