import { domains } from "../../ingress/api-routes.ts";
import { buildOpenapi } from "../../ingress/openapi/build-openapi.ts";
import type { Document, Operation } from "../../ingress/openapi/document.ts";
import { readExamples } from "../../ingress/openapi/examples.ts";
import { codeSamplesOf, type CodeSample } from "./samples/code-samples.ts";

type SampledOperation = Operation & { "x-codeSamples"?: CodeSample[] };

type SiteDocument = Omit<Document, "servers" | "externalDocs" | "paths"> & {
  paths: Record<string, Record<string, SampledOperation>>;
};

/**
 * The OpenAPI document for the documentation site: without a running service's addresses, with samples in several
 * languages from the first recorded request that succeeded.
 */
export function describeSite(): SiteDocument {
  const { servers: _servers, externalDocs: _externalDocs, ...document } = buildOpenapi(domains, "");
  const recorded = readExamples().operations;
  const paths: SiteDocument["paths"] = {};
  for (const [path, operations] of Object.entries(document.paths)) {
    paths[path] = {};
    for (const [method, operation] of Object.entries(operations)) {
      paths[path][method] = withSamples(method, operation);
    }
  }
  return { ...document, paths };

  function withSamples(method: string, operation: Operation): SampledOperation {
    const example = recorded[operation.operationId]?.find(({ status }) => status < 300);
    if (example === undefined) throw new Error(`${operation.operationId} has no recorded success`);
    const schemes = operation.security.flatMap((scheme) => Object.keys(scheme));
    // Providers sign the exact bytes they send, which one request cannot show.
    if (schemes.includes("providerSignature")) return operation;
    const withKey = schemes.includes("secretKey");
    return { ...operation, "x-codeSamples": codeSamplesOf(method, example.request, { withKey }) };
  }
}
