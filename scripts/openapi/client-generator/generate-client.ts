import openapiTS, { astToString } from "openapi-typescript";

/** The TypeScript declarations of a client of an OpenAPI document, as openapi-typescript makes them for openapi-fetch. */
export async function generateClient(openapiJson: string): Promise<string> {
  // Members with a default may be left out of requests.
  return astToString(await openapiTS(openapiJson, { defaultNonNullable: false }));
}
