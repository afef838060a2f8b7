import { z } from "zod";
import type { CryptoChain } from "../../../sql/collections/chains.ts";
import type { SentTransfer } from "../gateway.ts";

/**
 * What the provider's responses must hold. Other members are ignored, since providers add some. A name is any text:
 * markup in it is kept, and escaped where it is shown.
 */
const text = z
  .string()
  .trim()
  .min(1)
  .max(200)
  .regex(/^\P{Cc}*$/u);

/** A response may repeat the reference; then it must be the one that was sent. */
const repeats = (reference: string) => ({ reference: z.literal(reference).optional() });

export const nameResponse = z.object({ accountName: text });

export const accountResponse = (reference: string) =>
  z.object({
    ...repeats(reference),
    bankCode: z.string().regex(/^\d{3,6}$/),
    bankName: text,
    accountNumber: z.string().regex(/^\d{10}$/),
    accountName: text,
  });

const evmAddress = /^0x[0-9a-fA-F]{40}$/;
const addressForms: Record<CryptoChain, RegExp> = {
  ethereum: evmAddress,
  polygon: evmAddress,
  bsc: evmAddress,
  tron: /^T[1-9A-HJ-NP-Za-km-z]{33}$/,
};

/** Money that is sent to anything but an address of the chain is lost. */
export const addressResponse = (reference: string, chain: CryptoChain) =>
  z.object({ ...repeats(reference), address: z.string().regex(addressForms[chain]) });

export const identityResponse = (reference: string) =>
  z.object({
    ...repeats(reference),
    name: text.nullish(),
    phones: z.array(text.max(32)).max(20),
  });

/** Must be about the same money as the transfer that was sent under the reference. */
export const transferResponse = ({ reference, amount, currency }: SentTransfer) =>
  z
    .object({
      reference: z.literal(reference),
      status: z.enum(["pending", "succeeded", "failed", "reversed"]),
      amount: z
        .object({ value: z.int().refine((value) => BigInt(value) === amount), currency: z.literal(currency) })
        .optional(),
      failure: z.object({ code: z.string().regex(/^[\w.-]{1,64}$/), message: text }).nullish(),
    })
    .refine(({ status, failure }) => status !== "succeeded" || failure == null, { path: ["failure"] });
