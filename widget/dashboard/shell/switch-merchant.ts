import { api } from "../api/client.ts";

/** Makes another business of the person the session's, and starts again with its data alone. */
export async function switchMerchant(reference: string): Promise<void> {
  await api.POST("/session/merchant", { body: { merchant: reference } });
  window.location.assign("/dashboard");
}
