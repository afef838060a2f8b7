import type { Request } from "express";
import type { ReceivedRequest } from "./check-request.ts";
import { parseJsonBody } from "./json-body.ts";
import { notFound } from "./problems.ts";
import type { Route } from "./route.ts";
import { unknownMembers } from "./unknown-members/unknown-members.ts";

/** Returns the parts of a request. Raises NOT_FOUND for a wrong path, and then VALIDATION_ERROR for the body. */
export function receiveRequest(
  { request: schemas, receivesFile, ...route }: Route,
  request: Request,
): ReceivedRequest {
  const { params, query } = request;
  if (schemas.params?.safeParse(params).success === false) throw notFound();
  // A provider's notice of money must not be refused because of its text.
  const isNotice = route.access === "public" && route.signed !== undefined;
  const limits = isNotice ? { anyText: true, mostValues: Infinity } : {};
  const body = receivesFile
    ? (request.body as Buffer)
    : schemas.body && parseJsonBody(request.body, request.get("content-type"), limits);
  const unknown = receivesFile ? [] : unknownMembers(schemas.body, body);
  return { params, query, headers: headersOf(request), body, unknown };
}

/** Node joins a repeated header with commas, which would look like one value: here it is an array. */
function headersOf(request: Request): Record<string, string | string[] | undefined> {
  const lines = Object.entries(request.headersDistinct);
  return Object.fromEntries(lines.map(([name, values]) => [name, values?.length === 1 ? values[0] : values]));
}
