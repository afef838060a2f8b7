import { createHash } from "node:crypto";

const given = [
  "ADAEZE", "AISHA", "AMINA", "BABATUNDE", "BUKOLA", "CHIDINMA", "CHINEDU", "CHUKWUEMEKA", "DAMILOLA", "EBUKA", "EMEKA",
  "FATIMA", "FOLAKE", "FUNMILAYO", "HALIMA", "IBRAHIM", "IFEOMA", "KELECHI", "KEMI", "MUSA", "NGOZI", "NKECHI",
  "NNAMDI", "OBINNA", "OLUWASEUN", "SADIQ", "SEGUN", "TEMITOPE", "TUNDE", "UCHE", "YETUNDE", "ZAINAB",
]; // prettier-ignore
const family = [
  "ABUBAKAR", "ADEBAYO", "ADELEKE", "ADEYEMI", "AKINOLA", "AKPAN", "ALIYU", "BALOGUN", "BASSEY", "BELLO", "DANJUMA",
  "EFFIONG", "EKWUEME", "EZE", "GARBA", "IGWE", "LAWAL", "MBAH", "MOHAMMED", "NWOSU", "OBI", "OGUNDIPE", "OKAFOR",
  "OKEKE", "OKONKWO", "OKORO", "OLADIPO", "ONYEKA", "OSAGIE", "SANNI", "UDOH", "YUSUF",
]; // prettier-ignore

/** A made-up, plausible name, always the same for the same seed. */
export function sandboxPersonName(seed: string): string {
  const digest = createHash("sha256").update(seed).digest();
  const pick = (names: string[], byte: number) => names[digest[byte]! % names.length]!;
  const [first, middle, last] = [pick(given, 0), pick(given, 1), pick(family, 2)];
  return first === middle ? `${first} ${last}` : `${first} ${middle} ${last}`;
}
