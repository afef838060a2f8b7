import type { ApiResponse } from "../helpers/call.ts";
import type { TestIngress } from "../helpers/platform/start-test-ingress.ts";

export type TestBrowser = {
  send: (method: string, path: string, body?: object) => Promise<ApiResponse>;
  post: (path: string, body?: object) => Promise<ApiResponse>;
  get: (path: string) => Promise<ApiResponse>;
  cookies: Map<string, string>;
};

/** A browser that keeps cookies, as far as these routes go, and talks to one ingress or, by `via`, to another. */
export function openBrowser(
  { call }: Pick<TestIngress, "call">,
  cookies = new Map<string, string>(),
): TestBrowser {
  const send = async (method: string, path: string, body?: object) => {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join("; ");
    const response = await call(method, `/dashboard/api/${path}`, {
      ...(body !== undefined && { body }),
      headers: { ...(cookie !== "" && { cookie }), "user-agent": "Mozilla/5.0 (X11; Linux) Firefox/140.0" },
    });
    for (const line of response.headers.getSetCookie()) {
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(line)!;
      if (/Max-Age=0\b/.test(line)) cookies.delete(name!);
      else cookies.set(name!, value!);
    }
    return response;
  };
  return {
    send,
    post: (path, body) => send("POST", path, body),
    get: (path) => send("GET", path),
    cookies,
  };
}

let people = 0;

/** Somebody who may sign up. */
export const newcomer = () => ({
  name: "Ada Okafor",
  email: `newcomer-${(people += 1)}-${Date.now()}@example.com`,
  password: "a lagoon at dusk 7",
  businessName: "Lagoon Books",
});
