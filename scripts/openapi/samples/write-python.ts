import type { Call } from "./call.ts";
import { joinVariable, printLiteral, type Syntax } from "./print-literal.ts";

const syntax: Syntax = {
  object: ["{", "}"],
  list: ["[", "]"],
  member: (name) => `${JSON.stringify(name)}: `,
  words: { true: "True", false: "False", null: "None" },
};

/** A request as a script for Python 3. */
export function writePython({ method, path, headers, body }: Call): string {
  const indent = "    ";
  const lines = headers.map(
    ([name, value]) =>
      `${indent}${indent}"${name}": ${joinVariable(value, " + ", (variable) => `os.environ["${variable}"]`)},`,
  );
  const parts = [
    `${indent}os.environ["PAYMENTS_URL"] + "${path}",`,
    `${indent}method="${method}",`,
    ...(lines.length === 0 ? [] : [`${indent}headers={`, ...lines, `${indent}},`]),
    ...(body === undefined
      ? []
      : [`${indent}data=json.dumps(${printLiteral(body, syntax, indent)}).encode(),`]),
  ];
  return `import json
import os
from urllib.error import HTTPError
from urllib.request import Request, urlopen

request = Request(
${parts.join("\n")}
)
try:
    with urlopen(request) as response:
        print(json.dumps(json.load(response), indent=2))
except HTTPError as error:
    raise SystemExit(error.read().decode())
`;
}
