import { checkRequest } from "../../http/check-request.ts";
import { hashBody, parseJsonBody } from "../../http/json-body.ts";
import { unknownMembers } from "../../http/unknown-members/unknown-members.ts";
import { z } from "zod";
import { batchBody, batchFields } from "./batch-body.ts";
import { checkItem, type ReadItem } from "./check-item.ts";
import { checkRow } from "./check-row.ts";
import { createBankMatcher, type BatchBank } from "./match-bank.ts";
import { readCsv } from "./read-csv.ts";

/** 10,000 items with five values of metadata each. */
const MOST_VALUES = 150_000;

/** What a request for a batch holds: its items as the text of a JSON array of ReadItem, and the hash of its body. */
export type Intake = { items: string; name?: string; hash: Uint8Array };

const request = z.object({ body: batchBody });

/**
 * Reads a request's body. What is wrong with single items is in these.
 *
 * Raises VALIDATION_ERROR for anything that is wrong with the whole.
 */
export function parseBatch(bytes: Buffer, banks: readonly BatchBank[]): Intake {
  // What is wrong with an item's text is an error of the item.
  const body = parseJsonBody(bytes, undefined, { anyText: true, mostValues: MOST_VALUES });
  const unknown = unknownMembers(batchFields, body);
  const checked = checkRequest(request, { params: {}, query: {}, headers: {}, body, unknown });
  const { name, items: given, csv } = checked.body;
  const hash = hashBody(body);
  const matcher = createBankMatcher(banks);
  const refuseRepeated = createReferenceCheck();
  // Each becomes text at once, which takes less memory than all of them.
  const toText = (item: ReadItem, index: number) => JSON.stringify(refuseRepeated(item, index));
  const items =
    csv === undefined
      ? given!.map((item, index) => toText(checkItem(item, matcher), index))
      : readCsv(csv).map((row, index) => toText(checkRow(row, matcher), index));
  return {
    items: `[${items.join(",")}]`,
    ...(name === undefined ? {} : { name }),
    hash,
  };
}

/** The first item with a merchantReference keeps it. */
function createReferenceCheck() {
  const holders = new Map<string, string>();
  return (item: ReadItem, index: number): ReadItem => {
    const { merchantReference, ...rest } = item;
    if (merchantReference === undefined) return item;
    const holder = holders.get(merchantReference);
    if (holder === undefined) {
      holders.set(merchantReference, item.row === undefined ? `item ${index}` : `row ${item.row}`);
      return item;
    }
    const field = "merchantReference";
    const message = `must differ from all others, and ${holder} has it too`;
    return {
      ...rest,
      given: { ...item.given, [field]: merchantReference },
      errors: [...(item.errors ?? []), { field, code: "MERCHANT_REFERENCE_REPEATED", message }],
    };
  };
}
