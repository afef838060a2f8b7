import type { Call } from "./call.ts";
import { printLiteral, type Syntax } from "./print-literal.ts";

const syntax: Syntax = {
  object: ["{ ", " }"],
  list: ["[", "]"],
  member: (name) => `${/^[A-Za-z_]\w*$/.test(name) ? name : JSON.stringify(name)}: `,
};

/** A request as a module for Node.js. */
export function writeNode({ method, path, headers, body }: Call): string {
  const url = `\`\${env.PAYMENTS_URL}${path}\``;
  const options = [
    ...(method === "GET" ? [] : [`  method: "${method}",`]),
    ...(headers.length === 0 ? [] : ["  headers: {", ...headers.map(writeHeader), "  },"]),
    ...(body === undefined ? [] : [`  body: JSON.stringify(${printLiteral(body, syntax, "  ")}),`]),
  ];
  const argumentsText = options.length === 0 ? url : `${url}, {\n${options.join("\n")}\n}`;
  return `import { env } from "node:process";

const response = await fetch(${argumentsText});
const result = await response.json();
if (!response.ok) throw new Error(\`\${result.error.code}: \${result.error.message}\`);
console.log(JSON.stringify(result, null, 2));
`;
}

function writeHeader([name, value]: Call["headers"][number]): string {
  const text = /\$[A-Z_]+$/.test(value)
    ? `\`${value.replace(/\$([A-Z_]+)$/, "${env.$1}")}\``
    : JSON.stringify(value);
  return `    ${syntax.member(name)}${text},`;
}
