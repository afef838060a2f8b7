export { Service } from "./service.ts";
export type { ServiceOptions } from "./service.ts";
export type { CreateOptions, PayOptions, RequestOptions } from "./send.ts";
export type { Answer, Call } from "./call.ts";
export type { List, Page } from "./list.ts";
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
export type { Schemas } from "./types.ts";
