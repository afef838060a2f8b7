import type { components, operations } from "./dist/schema.d.ts";

/** The API's names. The build generates dist/schema.d.ts from the declarations of its routes. */
type Schemas = components["schemas"];

export type Environment = "test" | "live";
export type Money = Schemas["Money"];
export type Bank = Schemas["Bank"];
export type Payout = Schemas["Payout"];
export type PayoutQuote = Schemas["PayoutQuote"];
export type PayoutAccount = Schemas["PayoutAccount"];
export type Charge = Schemas["Charge"];
export type Limits = Schemas["Limits"];
export type Journal = Schemas["Journal"];
export type Verification = Schemas["Verification"];
export type ReviewedVerification = Schemas["ReviewedVerification"];
export type ListedVerification = Schemas["ListedVerification"];
export type Session = operations["getSession"]["responses"][200]["content"]["application/json"]["data"];
export type MemberRole = NonNullable<Session["merchant"]>["role"];
export type Member = Schemas["Member"];
export type AuditEntry = Schemas["AuditEntry"];
export type Passkey = Schemas["Passkey"];
export type NewPasskeyCredential = Schemas["NewPasskeyCredential"];
export type PasskeyCredential = Schemas["PasskeyCredential"];
export type StepUpProof = { password?: string; code?: string; credential?: PasskeyCredential };
export type ApiKey = Schemas["ApiKey"];
export type ApiKeyWithSecret = Schemas["ApiKeyWithSecret"];
export type AttemptWithBodies = Schemas["AttemptWithBodies"];
export type Event = Schemas["Event"];
export type LoggedRequest = Schemas["LoggedRequest"];
export type Collection = Schemas["Collection"];
export type CollectionPayment = Schemas["Payment"];
export type UnmatchedPayment = Schemas["UnmatchedPayment"];
export type VirtualAccount = Schemas["VirtualAccount"];
export type PaymentLink = Schemas["PaymentLink"];
export type IdentityCheck = Schemas["IdentityCheck"];
export type EventWithAttempts = Schemas["EventWithAttempts"];
export type Summary = Schemas["Summary"];
export type Found = Schemas["Found"];
