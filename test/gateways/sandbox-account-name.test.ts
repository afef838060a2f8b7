import { expect, test } from "vitest";
import { sandboxAccountName } from "../../workers/gateways/sandbox/account-name.ts";

test("an account number has one plausible name, and the same number at another bank has another", () => {
  const name = sandboxAccountName("058", "0123456789");
  expect(name).toMatch(/^[A-Z]+( [A-Z]+){1,2}$/);
  expect(sandboxAccountName("058", "0123456789")).toBe(name);
  expect(sandboxAccountName("044", "0123456789")).not.toBe(name);
});
