import {
  startIdentityProvider,
  type IdentityProvider,
  type Reply,
} from "../../helpers/outside/start-identity-provider.ts";

export type Dojah = IdentityProvider & { env: Record<string, string> };

/** Starts a server that behaves as Dojah's documentation says. */
export async function startDojah(): Promise<Dojah> {
  const provider = await startIdentityProvider({
    kind: "dojah",
    isKnown: ({ appid, authorization }) => appid === provider.appId && authorization === provider.secret,
    read(line, query) {
      const type = ({ "GET /api/v1/kyc/bvn/basic": "bvn", "GET /api/v1/kyc/nin": "nin" } as const)[line];
      const identifier = query.get(type ?? "") ?? "";
      return type === undefined || !/^\d{11}$/.test(identifier) ? undefined : { type, identifier };
    },
    members: ({ type, identifier }, { first, middle, last, phones }) =>
      type === "bvn"
        ? {
            bvn: identifier,
            first_name: first,
            middle_name: middle,
            last_name: last,
            dob: "01-January-1990",
            formatted_dob: "1990-01-01",
            mobile: phones[0] ?? "",
          }
        : {
            first_name: first,
            middle_name: middle,
            last_name: last,
            gender: "Male",
            date_of_birth: "1990-01-01",
            phone_number: phones[0] ?? "",
            email: "a@example.com",
            photo: "/9j/4AAQ".repeat(10_000),
          },
    found: (_, entity) => ok({ entity }),
    notFound: ({ type }) => failed(404, `${type.toUpperCase()} not found`),
    replies: {
      unavailable: failed(503, "Service unavailable"),
      "register down": failed(424, "Third party failure"),
      "wrong key": failed(401, "Not authorized"),
      "empty balance": failed(402, "Your balance is low, pls visit the dashboard to top up"),
      "a status that no document names": failed(418, "BVN not found"),
      "a text that no document names": failed(404, "This resource was moved"),
    },
  });
  const { url, appId, secret } = provider;
  const env = {
    LIVE_IDENTITY_GATEWAY: "dojah",
    DOJAH_URL: url,
    DOJAH_APP_ID: appId,
    DOJAH_SECRET_KEY: secret,
  };
  return Object.assign(provider, { env });
}

function ok(body: Record<string, unknown>): Reply {
  return { status: 200, body };
}

function failed(status: number, error: string): Reply {
  return { status, body: { error } };
}
