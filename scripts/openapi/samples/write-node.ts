import type { Endpoint } from "../../../sdk/node/endpoint.ts";
import { resources } from "../../../sdk/node/resources.ts";
import type { Call } from "./call.ts";
import { printLiteral, type Syntax } from "./print-literal.ts";

const syntax: Syntax = {
  object: ["{ ", " }"],
  list: ["[", "]"],
  member: (name) => `${/^[A-Za-z_]\w*$/.test(name) ? name : JSON.stringify(name)}: `,
};

/** A request as a module for Node.js: with the SDK, or with fetch for the GETs that need no key. */
export function writeNode(call: Call): string {
  const [pathname = "", query] = call.path.split("?");
  const found = endpoints.find(
    ({ endpoint: { method, path, csv } }) =>
      method === call.method.toLowerCase() && patternOf(path).test(pathname) && csv === undefined,
  );
  if (found === undefined) return writeFetch(call);
  const { name, endpoint } = found;
  const idempotencyKey = call.headers.find(([header]) => header === "Idempotency-Key")?.[1];
  const given = [
    ...patternOf(endpoint.path).exec(pathname)!.slice(1),
    ...(call.body === undefined ? [] : [call.body]),
    ...(query === undefined ? [] : [Object.fromEntries(new URLSearchParams(query))]),
    ...(idempotencyKey === undefined ? [] : [{ idempotencyKey }]),
  ].map((value) => printLiteral(value, syntax, "", "  "));
  const page = endpoint.list ? ".page()" : "";
  return `import { env } from "node:process";
import { Service } from "@service/node";

const service = new Service(env.PAYMENTS_KEY, { baseUrl: env.PAYMENTS_URL });
const result = await service.${name}(${given.join(", ")})${page};
console.log(JSON.stringify(result, null, 2));
`;
}

const patternOf = (path: string) => new RegExp(`^${path.replaceAll(/\{\w+\}/g, "([^/]+)")}$`);

const endpoints = endpointsIn(resources, "");

/** Every endpoint of the SDK's table with its method's name, such as payouts.create. */
function endpointsIn(table: object, prefix: string): { name: string; endpoint: Endpoint }[] {
  return Object.entries(table).flatMap(([key, value]: [string, unknown]) => {
    if (typeof value !== "object" || value === null) return [];
    const name = prefix + key;
    return "method" in value ? [{ name, endpoint: value as Endpoint }] : endpointsIn(value, `${name}.`);
  });
}

function writeFetch({ path }: Call): string {
  return `import { env } from "node:process";

const response = await fetch(\`\${env.PAYMENTS_URL}${path}\`);
const result = await response.json();
if (!response.ok) throw new Error(\`\${result.error.code}: \${result.error.message}\`);
console.log(JSON.stringify(result, null, 2));
`;
}
