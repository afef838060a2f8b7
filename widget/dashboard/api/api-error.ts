/** A refusal of the API, or a request that got no answer (`status` 0, code NO_CONNECTION). */
export class ApiError extends Error {
  override readonly name = "ApiError";
  readonly status: number;
  /** Stable; decide by it, never by the message. */
  readonly code: string;
  /** Of a 422: dotted field name → what it must be. */
  readonly details: Record<string, string>;
  /** Names the request in the service's log. */
  readonly requestId: string | undefined;

  constructor(
    status: number,
    { code, message, details = {} }: { code: string; message: string; details?: Record<string, string> },
    requestId?: string,
  ) {
    super(message);
    this.status = status;
    this.code = code;
    this.details = details;
    this.requestId = requestId;
  }
}

/** The error that a refused response carries. */
export async function readApiError(response: Response): Promise<ApiError> {
  const requestId = response.headers.get("x-request-id") ?? undefined;
  const body: unknown = await response.json().catch(() => undefined);
  const error = (body as { error?: { code?: unknown; message?: unknown; details?: unknown } } | undefined)
    ?.error;
  if (typeof error?.code !== "string" || typeof error.message !== "string")
    return new ApiError(response.status, { code: "INTERNAL_ERROR", message: response.statusText }, requestId);
  const details = (error.details ?? {}) as Record<string, string>;
  return new ApiError(response.status, { code: error.code, message: error.message, details }, requestId);
}
