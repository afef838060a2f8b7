import { findByReference, type Resource } from "../../sql/queries/pages.ts";
import type { Caller } from "./caller.ts";
import type { Context } from "../context.ts";
import { notFound } from "./problems.ts";
import type { Answer } from "./route.ts";

/** Answers one of the caller's rows by its reference. Raises NOT_FOUND for any other, another merchant's included. */
export async function showResource(
  { database }: Context,
  { resource, caller, reference }: { resource: Resource; caller: Caller; reference: string },
): Promise<Answer> {
  const data = await findByReference(database, resource, caller, reference);
  if (data === null) throw notFound();
  return { data };
}
