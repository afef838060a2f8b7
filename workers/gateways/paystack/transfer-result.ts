import type { SentTransfer, TransferResult } from "../gateway.ts";
import { cameBack, failed, succeeded, unknownTransferStatus } from "../transfer-results.ts";

/** What a status of Paystack's means for a payout, whose status on our record is `recorded`. */
export function transferResult(status: string, recorded: SentTransfer["status"]): TransferResult {
  switch (status) {
    case "pending":
    case "received":
      return { kind: "pending" };
    case "otp":
      // It waits for a code that Paystack sent to the owner: operators switch that off for transfers by API.
      return { kind: "pending", forOperator: "TRANSFER_NEEDS_OTP" };
    case "success":
      return succeeded;
    case "failed":
    case "rejected":
    case "blocked":
    case "abandoned":
      return failed();
    case "reversed":
      return cameBack(recorded);
    default:
      return unknownTransferStatus;
  }
}
