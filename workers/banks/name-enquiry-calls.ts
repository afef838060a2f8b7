import type { Connection } from "../../sql/process/database.ts";
import {
  finishNameEnquiries,
  openNameEnquiries,
  type EnquiryEnd,
  type NameEnquiryResult,
  type OpenEnquiry,
} from "../../sql/banks/name-enquiries.ts";
import { createBatches } from "../../sql/process/batching/batches.ts";
import { shareCalls } from "../../sql/process/batching/share-calls.ts";
import type { Gateways } from "../gateways/create-gateways.ts";

export type NameEnquiryCalls = {
  /** The data of a pending enquiry, with the live gateways to call; null if it is completed. */
  open(id: bigint): Promise<OpenEnquiry | null>;
  /**
   * Stores the bank's result and notifies the waiting request; does nothing if it was completed before, or if its id
   * now belongs to another one.
   */
  finish(enquiry: OpenEnquiry, result: NameEnquiryResult): Promise<void>;
};

/** About as many as run at once. A call of more delays the first. */
const MOST = 64;
/** A task that was aborted has ten seconds to record what it knows. */
const WAIT_MS = 8_000;

/**
 * Reads and finishes concurrent name enquiries of all merchants in one call each. A locked one waits by itself.
 * `gateways`: those that may be called for live ones at the time of a call.
 */
export function createNameEnquiryCalls(
  database: Connection,
  gateways: Pick<Gateways, "ranked"> = { ranked: () => [] },
): NameEnquiryCalls {
  // No limit is needed: only running tasks wait here, and their number is bounded.
  const limits = { most: MOST, mostWaiting: Infinity };
  const opens = createBatches<bigint, OpenEnquiry | null>({
    name: "open_name_enquiries",
    ...limits,
    call: (ids) => openNameEnquiries(database, ids, gateways.ranked()),
  });
  const finishes = shareCalls({
    name: "finish_name_enquiries",
    ...limits,
    ownerOf: ({ enquiry }: EnquiryEnd) => `${enquiry.id}`,
    call: async (ends, waits) => {
      const locked = new Set(await finishNameEnquiries(database, ends, { waits }));
      return ends.map(({ enquiry: { id } }) => ({ outcome: locked.has(id) ? "locked" : "done" }));
    },
  });
  const deadline = () => performance.now() + WAIT_MS;
  return {
    open: (id) => opens.add({ queue: "all", owner: `${id}` }, id, deadline()),
    finish: async (enquiry, result) => {
      await finishes({ enquiry, result }, deadline());
    },
  };
}
