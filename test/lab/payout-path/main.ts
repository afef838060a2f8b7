import { followPayout, trusted } from "./follow-payout.ts";

const { opened, atAGlance, onTrust, lines } = followPayout();
for (const { path, lines: length } of opened) console.log(`${String(length).padStart(5)}  ${path}`);
console.log(`\n${opened.length} files are opened. Read beside their calls are ${atAGlance.length} more:\n`);
console.log(atAGlance.map(({ path, lines: length }) => `${String(length).padStart(5)}  ${path}`).join("\n"));
console.log(`\n${lines} lines in all. Taken on trust:\n`);
for (const [place, reason] of trusted) {
  const files = onTrust.filter((path) => place.test(path));
  console.log(`${reason}:\n  ${files.join("\n  ")}`);
}
