import ipaddr from "ipaddr.js";

/** The text's non-blank lines, trimmed. */
export function linesOf(text: string): string[] {
  return text
    .split(/[\n,]/)
    .map((line) => line.trim())
    .filter((line) => line !== "");
}

/** The first line that is neither an address nor a network; undefined if all are. */
export function wrongLine(lines: string[]): string | undefined {
  return lines.find((line) => !ipaddr.isValid(line) && !ipaddr.isValidCIDR(line));
}

/** Whether an address is in one of the networks; without networks, every address is. Wrong lines match none. */
export function isAllowed(address: string, lines: string[]): boolean {
  if (lines.length === 0 || !ipaddr.isValid(address)) return true;
  const own = ipaddr.process(address);
  return lines.some((line) => {
    if (ipaddr.isValid(line)) return ipaddr.process(line).toString() === own.toString();
    if (!ipaddr.isValidCIDR(line)) return false;
    const [network, bits] = ipaddr.parseCIDR(line);
    return network.kind() === own.kind() && own.match(network, bits);
  });
}
