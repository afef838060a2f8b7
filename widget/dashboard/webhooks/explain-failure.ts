/** Why a delivery failed, in a sentence, and what its receiver's developer can do. */
type Explanation = { why: string; advice: readonly string[] };

/** Why, and then what to do, by how what the worker noted begins; the first that fits. */
const failures: Record<string, readonly [why: string, ...advice: string[]]> = {
  "no complete response within 15 seconds": [
    "Your server took longer than 15 seconds to respond.",
    "Return 200 as soon as you’ve stored the event, and do the work afterwards in a queue.",
    "A slow database or a call to another service inside the handler is the usual cause.",
  ],
  "no connection within 10 seconds": [
    "Nothing responded at that address; packets were dropped.",
    "Open the port in the firewall or security group.",
    "Check the URL’s port.",
  ],
  "the host cannot be reached": [
    "There’s no route to the host.",
    "Check that the machine is up and its address is current.",
  ],
  "the connection was refused": [
    "The machine responded, but nothing is listening on that port.",
    "Start the server, or correct the URL’s port.",
    "If it runs in a container, publish the port.",
  ],
  "the connection was closed": [
    "The connection ended before the response was complete.",
    "Check your server’s log for a crash or restart at that time.",
    "A proxy with a body size or time limit may also close connections.",
  ],
  "the host's address is not allowed": [
    "The name resolves to a private or reserved address.",
    "We only send webhooks over the public internet. Give the name a public address.",
    "For a server on your own computer, use a tunnel with a public URL.",
  ],
  "the host's name was not found": [
    "DNS has no address for that name.",
    "Check the URL for typos.",
    "Add an A or AAAA record, and wait for it to propagate.",
  ],
  "the host's name servers did not respond": [
    "Your domain’s name servers didn’t respond.",
    "Check with your DNS provider, then replay.",
  ],
  "the TLS certificate has expired": ["The TLS certificate has expired.", "Renew it, and automate renewals."],
  "the TLS certificate is for another host name": [
    "The TLS certificate is for a different name.",
    "Use a certificate for the name in the URL, or the name in the certificate.",
  ],
  "the TLS certificate's issuer is not known": [
    "The certificate chain is incomplete, or no public authority issued it.",
    "Serve the intermediate certificates too (fullchain.pem).",
    "We don’t trust self-signed authorities.",
  ],
  "the TLS certificate": ["The TLS certificate is invalid.", "Use one from a public certificate authority."],
  "no TLS connection": [
    "The TLS handshake failed.",
    "Support TLS 1.2 or newer.",
    "If the port speaks plain HTTP, start the URL with http (test mode only).",
  ],
  "the response is not HTTP": ["Whatever is listening there doesn’t speak HTTP.", "Check the URL’s port."],
  "the response's headers are too long": [
    "The response’s headers are too long.",
    "Keep them under 16 KB. Cookies are often the cause.",
  ],
  "the URL": ["This URL isn’t allowed.", "Set a public https URL without credentials."],
};

/** The same by the response's status, or its class. */
const statusFailures: typeof failures = {
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

/** Why an attempt failed and what to do about it; undefined for one that succeeded. */
export function explainFailure({ responseStatus: status, error }: Attempt): Explanation | undefined {
  if (error === undefined) return undefined;
  const beginning = Object.keys(failures).find((text) => error.startsWith(text));
  const [why, ...advice] = failures[beginning ?? ""] ??
    statusFailures[status ?? ""] ??
    statusFailures[`${Math.floor((status ?? 0) / 100)}xx`] ?? [error];
  return { why, advice };
}
