import { ApiError } from "../../api/api-error.ts";
import { errorTexts } from "./error-texts.ts";
import { placeProblems } from "../forms/place-problems.ts";

/** What to tell a person of an error. When to try again, and counting down to it, is ErrorText's. */
export function describeError(error: unknown): string {
  // A fault of this page, or a code of a newer service: what these say is not meant for people.
  const text = error instanceof ApiError ? errorTexts[error.code] : undefined;
  if (!(error instanceof ApiError) || text === undefined) return errorTexts["INTERNAL_ERROR"]!;
  if (text !== null) return text;
  const problems = problemsOf(error);
  return problems.length > 0 ? problems.join(" ") : error.message;
}

/** What each field that a refusal names must be, a sentence each. */
export const problemsOf = ({ details }: ApiError): string[] => placeProblems(details, []).elsewhere;
