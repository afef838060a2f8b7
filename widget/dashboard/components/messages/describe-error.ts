import { ApiError } from "../../api/api-error.ts";
import { errorTexts } from "./error-texts.ts";
import { placeProblems } from "../forms/place-problems.ts";

/** A readable text for an error. ErrorText adds when to try again. */
export function describeError(error: unknown): string {
  // A fault of this page, or a newer service's code: their own texts are not for people.
  const text = error instanceof ApiError ? errorTexts[error.code] : undefined;
  if (!(error instanceof ApiError) || text === undefined) return errorTexts["INTERNAL_ERROR"]!;
  if (text !== null) return text;
  const problems = problemsOf(error);
  return problems.length > 0 ? problems.join(" ") : error.message;
}

/** A sentence for each field of a refusal. */
export const problemsOf = ({ details }: ApiError): string[] => placeProblems(details, []).elsewhere;
