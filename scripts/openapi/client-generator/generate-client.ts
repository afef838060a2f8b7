import openapiTS, { astToString } from "openapi-typescript";

/** The TypeScript declarations that openapi-typescript makes of an OpenAPI document, for openapi-fetch. */
export async function generateClient(openapiJson: string): Promise<string> {
  // Members with a default may be left out of requests.
  return astToString(await openapiTS(openapiJson, { defaultNonNullable: false }));
}
