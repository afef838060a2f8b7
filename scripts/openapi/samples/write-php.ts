import type { Call } from "./call.ts";
import { joinVariable, printLiteral, type Syntax } from "./print-literal.ts";

const syntax: Syntax = {
  object: ["[", "]"],
  list: ["[", "]"],
  member: (name) => `${JSON.stringify(name)} => `,
  // In double quotes PHP would replace $names.
  text: (value) => JSON.stringify(value).replaceAll("$", "\\$"),
  emptyObject: "new stdClass()",
};

/** A request as a script for PHP 8. */
export function writePhp({ method, path, headers, body }: Call): string {
  const indent = "    ";
  const lines = headers.map(
    ([name, value]) =>
      `${indent}${indent}${joinVariable(`${name}: ${value}`, " . ", (variable) => `getenv("${variable}")`)},`,
  );
  const parts = [
    `${indent}"method" => "${method}",`,
    ...(lines.length === 0 ? [] : [`${indent}"header" => [`, ...lines, `${indent}],`]),
    ...(body === undefined
      ? []
      : [`${indent}"content" => json_encode(${printLiteral(body, syntax, indent)}),`]),
    `${indent}"ignore_errors" => true,`,
  ];
  return `<?php
$context = stream_context_create(["http" => [
${parts.join("\n")}
]]);
$response = file_get_contents(getenv("PAYMENTS_URL") . "${path}", false, $context);
if ($response === false || isset(json_decode($response, true)["error"])) {
    file_put_contents("php://stderr", "$response\\n");
    exit(1);
}
echo $response;
`;
}
