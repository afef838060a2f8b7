import { ApiError } from "../api/api-error.ts";
import { api } from "../api/client.ts";

/**
 * Goes to a path of the dashboard after a sign-in that succeeded, with a load of its own: nothing of another session is
 * left in memory. Raises SESSION_NOT_KEPT where the browser did not keep the session's cookie, since it would only get
 * the sign-in page again.
 */
export async function enterDashboard(path = "/dashboard"): Promise<void> {
  try {
    await api.GET("/session");
  } catch (error) {
    if (error instanceof ApiError && error.code === "AUTH_REQUIRED")
      throw new ApiError(0, { code: "SESSION_NOT_KEPT", message: "The browser did not keep the cookie." });
    throw error;
  }
  window.location.assign(path);
}
