export {
  ApiError,
  AuthenticationError,
  ConflictError,
  ConnectionError,
  InvalidRequestError,
  NotFoundError,
  PermissionError,
  RateLimitError,
  RefusedError,
  safe,
  UnavailableError,
} from "./errors.ts";
export { dollars, format, naira } from "./money.ts";
export type { Money } from "./money.ts";
