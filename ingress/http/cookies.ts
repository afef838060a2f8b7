/** One of our cookies: its value in a request's Cookie header, and the Set-Cookie headers of a response. */
export type Cookie = {
  /** The name, which the value's signature covers where it has one. */
  name: string;
  /** Undefined where the request has none. */
  read(header: string | undefined): string | undefined;
  set(value: string): string;
  /** Makes a browser forget it. */
  forgotten: string;
};

/** Declares a cookie. `__Host-` and Secure need https, or http on localhost. */
export function cookieNamed(name: `__Host-${string}`, maxAgeSeconds: number): Cookie {
  const withAge = (value: string, seconds: number) =>
    `${name}=${value}; Path=/; Secure; HttpOnly; SameSite=Lax; Max-Age=${seconds}`;
  return {
    name,
    read(header) {
      const pairs = (header ?? "").split(";").map((pair) => pair.trim().split("="));
      return pairs.find(([given]) => given === name)?.[1];
    },
    set: (value) => withAge(value, maxAgeSeconds),
    forgotten: withAge("", 0),
  };
}
