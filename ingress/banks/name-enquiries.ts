import type { Database } from "../../sql/process/database.ts";
import type { QueryTimes } from "../../sql/process/connections/connect-fairly.ts";
import type { Environment } from "../../sql/ledger/money.ts";
import { LONGEST_QUEUE } from "../../sql/process/connections/fair-queue.ts";
import {
  readNameEnquiries,
  requestNameEnquiries,
  type Account,
  type EnquiryDecision,
  type EnquiryRequest,
  type NameEnquiryResult,
  type RequestedEnquiry,
} from "../../sql/banks/name-enquiries.ts";
import type { Tenant } from "../../sql/merchants/tenant.ts";
import { createBatches } from "../../sql/process/batching/batches.ts";
import { presentPlace } from "../../sql/process/tracing/trace.ts";

export type NameEnquiries = {
  /** Queues an enquiry, together with concurrent ones. `deadline`: as in Batches.add(). */
  request(tenant: Tenant, account: Account, deadline: number): Promise<EnquiryDecision>;
  /** Reads an enquiry's result, together with others; null while it is pending. */
  read(tenant: Tenant, account: Account, id: bigint, deadline: number): Promise<NameEnquiryResult | null>;
};

/** 32 enquiries in one call cost PostgreSQL about five times as much as one. */
const MOST = 32;

/**
 * Concurrent name enquiries share calls and connections, also those of different merchants, which are served round
 * robin. Test and live are never mixed.
 */
export function createNameEnquiries(writes: Database): NameEnquiries {
  const limits = { most: MOST, mostWaiting: LONGEST_QUEUE };
  // They count as a user of their own, so that no merchant can use up their connections.
  const connectionFor = (environment: Environment, times: QueryTimes) => {
    const user = `name enquiries ${environment}`;
    return writes.for({ owner: user, group: user, ...times });
  };
  const requests = createBatches<EnquiryRequest & Pick<Tenant, "environment">, EnquiryDecision>({
    name: "request_name_enquiries",
    ...limits,
    call: (items, times) => {
      const { environment } = items[0]!;
      return requestNameEnquiries(connectionFor(environment, times), environment, items);
    },
  });
  const reads = createBatches<RequestedEnquiry & Pick<Tenant, "environment">, NameEnquiryResult | null>({
    name: "read_name_enquiries",
    ...limits,
    call: (items, times) => {
      const { environment } = items[0]!;
      return readNameEnquiries(connectionFor(environment, times), environment, items);
    },
  });
  const placeOf = ({ merchantId, environment }: Tenant) => ({ queue: environment, owner: `${merchantId}` });
  return {
    request: (tenant, { bankCode, accountNumber }, deadline) => {
      const traceId = presentPlace()?.traceId;
      const item = { ...tenant, bankCode, accountNumber, traceId };
      return requests.add(placeOf(tenant), item, deadline);
    },
    read: (tenant, { bankCode, accountNumber }, id, deadline) =>
      reads.add(placeOf(tenant), { ...tenant, bankCode, accountNumber, id }, deadline),
  };
}
