type Description = { name: string; message: string; code?: unknown; stack?: string | undefined };

/**
 * Returns what a log may hold of an error. Drivers attach clients, rows and requests to their errors, which the
 * logger's own serializer would write out.
 */
export function describeError(error: unknown): Description | undefined {
  if (error === undefined) return undefined;
  if (!(error instanceof Error))
    return { name: typeof error, message: "something that is not an error was thrown" };
  return {
    name: error.name,
    message: error.message,
    ...("code" in error ? { code: error.code } : {}),
    stack: error.stack,
  };
}
