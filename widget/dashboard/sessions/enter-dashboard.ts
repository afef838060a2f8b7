import { ApiError } from "../api/api-error.ts";
import { api } from "../api/client.ts";

/**
 * Opens a path of the dashboard after a sign-in, with a full page load: nothing of another session stays in memory.
 * Raises SESSION_NOT_KEPT if the browser did not keep the session's cookie, since only the sign-in page would come
 * back.
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
