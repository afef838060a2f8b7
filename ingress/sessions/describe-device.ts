const browsers: [RegExp, string][] = [
  [/\bEdgA?\//, "Edge"],
  [/\bOPR\//, "Opera"],
  [/\bSamsungBrowser\//, "Samsung Internet"],
  [/\bFirefox\/|\bFxiOS\//, "Firefox"],
  [/\bChrome\/|\bCriOS\//, "Chrome"],
  [/\bSafari\//, "Safari"],
];
const systems: [RegExp, string][] = [
  [/\bAndroid\b/, "Android"],
  [/\b(iPhone|iPad)\b/, "iOS"],
  [/\bWindows\b/, "Windows"],
  [/\bMac OS X\b/, "macOS"],
  [/\bCrOS\b/, "ChromeOS"],
  [/\bLinux\b/, "Linux"],
];

/** What a User-Agent names, for people: "Firefox on Windows". */
export function describeDevice(userAgent: string | null): string {
  const named = (names: [RegExp, string][]) => names.find(([pattern]) => pattern.test(userAgent ?? ""))?.[1];
  const [browser, system] = [named(browsers), named(systems)];
  if (browser === undefined) return system ?? "Unknown device";
  return system === undefined ? browser : `${browser} on ${system}`;
}
