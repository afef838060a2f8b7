import {
  startIdentityProvider,
  type IdentityProvider,
  type Reply,
} from "../../helpers/outside/start-identity-provider.ts";

export type Prembly = IdentityProvider & { env: Record<string, string> };

/** Starts a server that behaves as Prembly's documentation says: nearly everything is a 200 with a code. */
export async function startPrembly(): Promise<Prembly> {
  const provider = await startIdentityProvider({
    kind: "prembly",
    isKnown: (headers) => headers["app-id"] === provider.appId && headers["x-api-key"] === provider.secret,
    read(line, _query, { number }) {
      const type = (
        { "POST /verification/bvn_validation": "bvn", "POST /verification/vnin-basic": "nin" } as const
      )[line];
      if (type === undefined || typeof number !== "string" || !/^\d{11}$/.test(number)) return undefined;
      return { type, identifier: number };
    },
    members: ({ type }, { first, middle, last, phones }) =>
      type === "bvn"
        ? {
            firstName: first,
            middleName: middle,
            lastName: last,
            dateOfBirth: "01-Jan-1990",
            phoneNumber: phones[0] ?? "",
          }
        : {
            firstname: first,
            middlename: middle,
            surname: last,
            gender: "m",
            birthdate: "01-01-1990",
            telephoneno: phones[0] ?? "",
            residence_address: "1 Road",
            photo: "/9j/4AAQ".repeat(10_000),
          },
    found: ({ type }, members) => ({
      status: 200,
      body: {
        status: true,
        detail: "Verification Successfull",
        response_code: "00",
        [type === "bvn" ? "data" : "nin_data"]: members,
        verification: { status: "VERIFIED", reference: "645" },
      },
    }),
    notFound: () => coded("01", true, { status: "NOT-VERIFIED", reference: "646" }),
    replies: {
      unavailable: { status: 503, body: { status: false, message: "Service unavailable" } },
      "register down": coded("02", true, { status: "PENDING", reference: "647" }),
      "wrong key": { status: 401, body: { status: false, message: "Unauthorized: invalid API key" } },
      "empty balance": coded("03", false),
      "a status that no document names": { status: 418, body: { status: true, response_code: "01" } },
      "a text that no document names": coded("28734561920", true),
    },
  });
  const { url, appId, secret } = provider;
  const env = {
    LIVE_IDENTITY_GATEWAY: "prembly",
    PREMBLY_URL: url,
    PREMBLY_APP_ID: appId,
    PREMBLY_API_KEY: secret,
  };
  return Object.assign(provider, { env });
}

/** `response_code`, and what stands around it. */
function coded(response_code: string, status: boolean, verification?: object): Reply {
  return {
    status: 200,
    body: { status, response_code, message: "As documented", ...(verification && { verification }) },
  };
}
