import { z } from "zod";
import { matching } from "./setting-kinds.ts";

/** The settings of an identity provider's adapter: its URL, and the two authentication headers. */
export type IdentitySettings = { url: string; appId: string; secret: string };

const testKey = /^(test|sandbox)/i;

/** The setting for the provider's key, which must not be one for tests. */
export const liveKey = z
  .string()
  .regex(/^[\x21-\x7e]{8,}$/, { error: "must be the provider's key, without spaces" })
  .refine((key) => !testKey.test(key), { error: "must be the live key, not one for tests" })
  .optional();

/** The setting for our app id at the provider. */
export const appId = matching(/^[\x21-\x7e]+$/, "must be the id of your app, without spaces");
