import { inNigeria } from "../helpers/outside/write-statements.ts";
import type { BookLine } from "./provider-books.ts";
import { inNaira } from "./provider-books.ts";

/** A provider's books in its own two files, and what its lines are called there by their ids in the books. */
export type ProviderFiles = { transfers: string; payments: string; subjects: Map<string, string> };

type Provider = {
  transfers: { columns: string; row: (line: BookLine, isReversed: boolean) => string[] };
  payments: { columns: string; row: (line: BookLine, isReversed: boolean) => string[] };
};

/** As the documents of their APIs name the columns, in one of the ways that a file may write them. */
export const providers: Record<"paystack" | "monnify", Provider> = {
  paystack: {
    transfers: {
      columns: "Transfer Code,Reference,Amount,Fee Charged,Currency,Status,Transferred At",
      row: ({ id, reference, amount, fee, currency, time }, isReversed) => [
        ...[
          id,
          reference,
          inNaira(amount),
          inNaira(fee),
          currency,
          isReversed ? "reversed" : "success",
          time,
        ],
      ],
    },
    payments: {
      columns: "Reference,Customer Email,Amount,Fees,Currency,Status,Channel,Paid At",
      row: ({ providerId, reference, amount, fee, currency, time }, isReversed) => [
        ...[providerId, `${reference}@pay.example.com`, inNaira(amount), inNaira(fee), currency],
        ...[isReversed ? "reversed" : "success", "dedicated_nuban", time],
      ],
    },
  },
  monnify: {
    transfers: {
      columns: "transactionReference,reference,amount,fee,currency,status,createdOn",
      row: ({ id, reference, amount, fee, currency, time }, isReversed) => [
        ...[id, reference, inNaira(amount), inNaira(fee), currency, isReversed ? "REVERSED" : "SUCCESS"],
        inNigeria(time),
      ],
    },
    payments: {
      columns:
        "transactionReference,paymentReference,productType,productReference,amountPaid,settlementAmount," +
        "currency,paymentStatus,paymentMethod,paidOn",
      row: ({ providerId, reference, amount, fee, currency, time }, isReversed) => [
        ...[providerId, providerId, "RESERVED_ACCOUNT", reference, inNaira(amount), inNaira(amount - fee)],
        ...[currency, isReversed ? "REVERSED" : "PAID", "ACCOUNT_TRANSFER", inNigeria(time)],
      ],
    },
  },
};

/** Writes books as a provider would: what was reversed is a row of another status, and no row of its own. */
export function filesOf(provider: keyof typeof providers, lines: readonly BookLine[]): ProviderFiles {
  const subjects = new Map<string, string>();
  const left = lines.filter(({ type }) => type === "reversal");
  const isOf = (line: BookLine) => (reversal: BookLine) =>
    line.type === "credit" ? reversal.providerId === line.providerId : reversal.reference === line.reference;
  const write = (type: "transfer" | "credit", { columns, row }: Provider["transfers"]) => {
    const rows = lines
      .filter((line) => line.type === type)
      .map((line) => {
        const name = type === "credit" ? `${provider}:${line.providerId}` : line.id;
        const [reversal] = left.splice(left.findIndex(isOf(line)) >>> 0, 1);
        subjects.set(line.id, name);
        if (reversal !== undefined) subjects.set(reversal.id, `${name}/reversed`);
        return row(line, reversal !== undefined).join(",");
      });
    return [columns, ...rows, ""].join("\n");
  };
  const files = {
    transfers: write("transfer", providers[provider].transfers),
    payments: write("credit", providers[provider].payments),
  };
  if (left.length > 0) throw new Error(`${left[0]!.id} reverses nothing`);
  return { ...files, subjects };
}
