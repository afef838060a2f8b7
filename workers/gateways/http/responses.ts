import { z } from "zod";
import type { CryptoChain } from "../../../sql/collections/chains.ts";
import type { SentTransfer } from "../gateway.ts";

/**
 * What the provider's answers have to say. Members beyond these are ignored, since a provider adds some; what is there
 * has to mean what was asked. A text is only ever text: markup in a name stays in it, and is escaped where it is shown.
 */
const text = z
  .string()
  .trim()
  .min(1)
  .max(200)
  .regex(/^\P{Cc}*$/u);

/** An answer may repeat the reference; then it is the one that was asked under. */
const about = (reference: string) => ({ reference: z.literal(reference).optional() });

export const nameAnswer = z.object({ accountName: text });

export const virtualAccountAnswer = (reference: string) =>
  z.object({
    ...about(reference),
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

/** Money sent to what is no address of the chain is gone. */
export const cryptoAddressAnswer = (reference: string, chain: CryptoChain) =>
  z.object({ ...about(reference), address: z.string().regex(addressForms[chain]) });

export const identityAnswer = (reference: string) =>
  z.object({
    ...about(reference),
    name: text.nullish(),
    phones: z.array(text.max(32)).max(20),
  });

/** A transfer with other money than was sent under its reference is not the transfer that was asked about. */
export const transferAnswer = ({ reference, amount, currency }: SentTransfer) =>
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
