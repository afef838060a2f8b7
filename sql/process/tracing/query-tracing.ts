import type { Interceptor } from "slonik";
import { beginSpan, isExporting, type Span } from "./spans.ts";

/** What a pool does for traces with each of its queries. */
export function queryTracing(): Interceptor[] {
  return isExporting() ? [spanQueries] : [];
}

/** A span of each statement, by the name of what it calls or reads: neither its text nor its values. */
const spanQueries: Interceptor = {
  name: "span-queries",
  beforeQueryExecution: ({ originalQuery, sandbox }) => {
    const name = nameOf(originalQuery.sql);
    sandbox["span"] = beginSpan({
      name,
      kind: "client",
      attributes: { "db.system.name": "postgresql", "db.query.summary": name },
    });
    return null;
  },
  afterQueryExecution: ({ sandbox }) => {
    (sandbox["span"] as Span | undefined)?.end();
    return null;
  },
  queryExecutionError: ({ sandbox }, _query, error) => {
    (sandbox["span"] as Span | undefined)?.end(error.name);
    return null;
  },
};

const named =
  /^\s*(select|insert|update|delete|with|set)\b(?:[^]*?\b(?:from|into|update)\s+"?([a-z_]\w*)|\s+([a-z_]\w*)\()?/;

/** The first word of a statement of ours, and the function that it calls or the table that it is about. */
function nameOf(statement: string): string {
  const [, word = "statement", subject, called] = named.exec(statement) ?? [];
  return [word, subject ?? called].filter(Boolean).join(" ");
}
