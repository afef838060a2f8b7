/**
 * Returns what a log may hold of an error. Drivers attach clients, rows and requests to their errors, which the
 * logger's own serializer would write out.
 */
export function describeError(error: unknown) {
  if (error === undefined) return undefined;
  if (!(error instanceof Error))
    return { name: typeof error, message: "something that is not an error was thrown" };
  const { name, message, stack } = error;
  return { name, message, ...("code" in error && { code: error.code }), stack };
}
