import { asSentence } from "../components/messages/as-sentence.ts";

/** Why a delivery failed and what its receiver's developer can do, by the response's status, or its class. */
const statusFailures: Record<string, readonly [why: string, ...advice: string[]]> = {
  "3xx": [
    "Your server returned a redirect. We don’t follow redirects.",
    "Set the final URL: check www, the trailing slash and https.",
    "Exempt the route from any redirect to a login page.",
  ],
  "400": [
    "Your server rejected the request (400).",
    "If it verifies the signature, it probably parsed the body first. Verify the raw bytes; the playground finds the mistake.",
    "Make sure it expects JSON.",
  ],
  "401": [
    "Your server asked for authentication (401).",
    "Exempt this route from user authentication; the signature authenticates it.",
    "If it returns 401 for a wrong signature, check the secret. Test and live each have their own.",
  ],
  "403": [
    "Your server, or a firewall in front of it, blocked the request (403).",
    "Exempt the route from CSRF protection and bot detection.",
    "Add an exception for this path to your web application firewall.",
  ],
  "404": [
    "There’s nothing at that path (404).",
    "Compare the URL’s path with your routes, including the trailing slash.",
    "Deploy the route, then replay.",
  ],
  "405": ["The path doesn’t accept POST.", "Register the handler for POST."],
  "410": [
    "Your server returned 410 (gone), so we disabled the endpoint.",
    "Set the URL again once your server is ready.",
  ],
  "413": ["Your server rejected the body as too large.", "Allow bodies of up to 256 KB on this route."],
  "415": ["Your server doesn’t accept JSON there.", "Accept content-type application/json."],
  "429": [
    "Your server is rate limiting us (429).",
    "Raise the limit for this route. We honour Retry-After, up to 24 hours.",
  ],
  "4xx": [
    "Your server rejected the event.",
    "Check its log at that time. Return a 2xx status to acknowledge the event.",
  ],
  "502": [
    "A proxy in front of your server couldn’t reach it.",
    "Check whether the application was down or restarting, then replay.",
  ],
  "503": ["Your server was unavailable (503).", "Check whether it was being deployed, then replay."],
  "504": ["A proxy timed out waiting for your server.", "Return 200 first, and do the work afterwards."],
  "5xx": [
    "Your server failed to handle the event.",
    "Find the exception in its log at that time, fix it, then replay.",
  ],
};

type Attempt = { responseStatus?: number; error?: string };

/**
 * Why an attempt failed and what to do about it; undefined if it succeeded. If no response explains it, the worker's
 * own message does.
 */
export function explainFailure({ responseStatus: status = 0, error }: Attempt) {
  if (error === undefined) return undefined;
  const [why, ...advice] = statusFailures[status] ??
    statusFailures[`${Math.floor(status / 100)}xx`] ?? [asSentence(error)];
  return { why, advice };
}
