/** A refusal of the API, or a request that got no response (`status` 0, code NO_CONNECTION). */
export class ApiError extends Error {
  override readonly name = "ApiError";
  readonly status: number;
  /** Stable; decide by it, never by the message. */
  readonly code: string;
  /** On a 422, or for a reference that is used: dotted field name → what it must be. */
  readonly details: Record<string, string>;
  /** Names the request in the service's log. */
  readonly requestId: string | undefined;
  /** When to retry, in Unix milliseconds of this browser's clock, if the service says so. */
  readonly retryAt: number | undefined;

  constructor(
    status: number,
    { code, message, details = {} }: { code: string; message: string; details?: Record<string, string> },
    { requestId, retryAfter }: { requestId?: string | null; retryAfter?: string | null } = {},
  ) {
    super(message);
    this.status = status;
    this.code = code;
    this.details = details;
    this.requestId = requestId ?? undefined;
    this.retryAt = /^[1-9]\d{0,6}$/.test(retryAfter ?? "")
      ? Date.now() + Number(retryAfter) * 1_000
      : undefined;
  }
}

/** The error that a refused response carries. */
export async function readApiError(response: Response): Promise<ApiError> {
  const { headers } = response;
  const about = { requestId: headers.get("x-request-id"), retryAfter: headers.get("retry-after") };
  const body: unknown = await response.json().catch(() => undefined);
  const error = (body as { error?: { code?: unknown; message?: unknown; details?: unknown } } | undefined)
    ?.error;
  if (typeof error?.code !== "string" || typeof error.message !== "string")
    return new ApiError(response.status, { code: "INTERNAL_ERROR", message: response.statusText }, about);
  const { code, message } = error;
  return new ApiError(response.status, { code, message, details: detailsOf(response.status, error) }, about);
}

/** What is wrong with which field. Other details are for programs: people read what the code means. */
function detailsOf(status: number, { code, details = {} }: { code?: unknown; details?: unknown }) {
  if (code === "MERCHANT_REFERENCE_CONFLICT") return { merchantReference: "is already used: choose another" };
  return (status === 422 ? details : {}) as Record<string, string>;
}
