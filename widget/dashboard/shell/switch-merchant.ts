import { post } from "../api/change.ts";

/** Makes another business of the person the session's, and starts again with its data alone. */
export async function switchMerchant(reference: string): Promise<void> {
  await post("/session/merchant", {}, { merchant: reference });
  window.location.assign("/dashboard");
}
