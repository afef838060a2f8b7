import openapiTS, { astToString } from "openapi-typescript";

/** The TypeScript declarations that openapi-typescript generates from an OpenAPI document, for openapi-fetch. */
export async function generateClient(openapiJson: string): Promise<string> {
  // Requests may omit fields with a default.
  return astToString(await openapiTS(openapiJson, { defaultNonNullable: false }));
}
