import { problemStatuses, type ProblemCode } from "../http/problems.ts";
import { isRead, type Route } from "../http/route.ts";

/** Errors that any request can get, because they occur before it is read. */
const unreadable: readonly ProblemCode[] = ["MALFORMED_REQUEST", "REQUEST_TIMEOUT", "HEADERS_TOO_LARGE"];

/** Every error code of a route, by status: those it declares, and those of the checks that mount-route.ts adds. */
export function errorsOf(route: Route): Map<number, ProblemCode[]> {
  const { body, query, headers, params } = route.request;
  const codes = new Set<ProblemCode>([...(route.errors ?? []), ...unreadable, "INTERNAL_ERROR"]);
  if (route.access === "session") {
    codes.add("AUTH_REQUIRED");
    if (route.permission !== "person") codes.add("ROLE_INSUFFICIENT");
    if (route.permission !== "person" && route.permission !== "review") codes.add("MERCHANT_CHANGED");
    if (route.stepUp) codes.add("STEP_UP_REQUIRED");
    if (route.testKeyOnly) codes.add("SANDBOX_TEST_KEY_REQUIRED");
    if (route.path.includes("/:environment/") && !isRead(route)) codes.add("KYB_LIVE_REQUIRED");
  }
  if (route.path.startsWith("/dashboard/") && route.method !== "get") codes.add("ORIGIN_NOT_ALLOWED");
  if (route.access === "key") {
    codes.add("AUTH_REQUIRED").add("AUTH_INVALID").add("IP_NOT_ALLOWED");
    if (route.testKeyOnly) codes.add("SANDBOX_TEST_KEY_REQUIRED");
    else if (!isRead(route) && !route.withoutApproval) codes.add("KYB_LIVE_REQUIRED");
    if (route.scope !== null) codes.add("SCOPE_INSUFFICIENT");
    if (route.orSession !== undefined) codes.add("ROLE_INSUFFICIENT");
    if (route.orSession !== undefined && route.method !== "get") codes.add("ORIGIN_NOT_ALLOWED");
  }
  const isLimited = route.access !== "public" || route.signed || route.path.startsWith("/dashboard/");
  if (isLimited) codes.add("RATE_LIMITED").add("SERVICE_UNAVAILABLE");
  if (params !== undefined) codes.add("NOT_FOUND");
  if (body ?? query ?? headers) codes.add("VALIDATION_ERROR");
  if (body !== undefined) codes.add("PAYLOAD_TOO_LARGE");
  return Map.groupBy([...codes].toSorted(), (code) => problemStatuses[code]);
}
