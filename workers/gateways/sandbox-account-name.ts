import { createHash } from "node:crypto";

const given = [
  "ADAEZE", "AISHA", "AMINA", "BABATUNDE", "BUKOLA", "CHIDINMA", "CHINEDU", "CHUKWUEMEKA", "DAMILOLA", "EBUKA", "EMEKA",
  "FATIMA", "FOLAKE", "FUNMILAYO", "HALIMA", "IBRAHIM", "IFEOMA", "KELECHI", "KEMI", "MUSA", "NGOZI", "NKECHI", "NNAMDI",
  "OBINNA", "OLUWASEUN", "SADIQ", "SEGUN", "TEMITOPE", "TUNDE", "UCHE", "YETUNDE", "ZAINAB",
]; // prettier-ignore
const family = [
  "ABUBAKAR", "ADEBAYO", "ADELEKE", "ADEYEMI", "AKINOLA", "AKPAN", "ALIYU", "BALOGUN", "BASSEY", "BELLO", "DANJUMA",
  "EFFIONG", "EKWUEME", "EZE", "GARBA", "IGWE", "LAWAL", "MBAH", "MOHAMMED", "NWOSU", "OBI", "OGUNDIPE", "OKAFOR",
  "OKEKE", "OKONKWO", "OKORO", "OLADIPO", "ONYEKA", "OSAGIE", "SANNI", "UDOH", "YUSUF",
]; // prettier-ignore

/**
 * The holder's name of any account number in the sandbox: made up, plausible, and always the same for the same
 * bank and number, so that a merchant's tests can rely on it without the sandbox storing it.
 */
export function sandboxAccountName(bankCode: string, accountNumber: string): string {
  const digest = createHash("sha256").update(`${bankCode}:${accountNumber}`).digest();
  const pick = (names: string[], byte: number) => names[digest[byte]! % names.length]!;
  const [first, middle, last] = [pick(given, 0), pick(given, 1), pick(family, 2)];
  return first === middle ? `${first} ${last}` : `${first} ${middle} ${last}`;
}
