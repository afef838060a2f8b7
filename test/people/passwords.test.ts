import { describe, expect, test } from "vitest";
import { createPasswords } from "../../ingress/people/passwords.ts";

const stored = await createPasswords().hash("correct horse battery");

describe("password hashes", () => {
  test("are compared in forms that look alike, and never equal another's", async () => {
    const passwords = createPasswords();
    const wide = "ｃｏｒｒｅｃｔ horse battery";
    expect(await passwords.verify("correct horse battery", stored)).toBe(true);
    expect(await passwords.verify(wide, stored)).toBe(true);
    expect(await passwords.verify("correct horse batterz", stored)).toBe(false);
    expect(await passwords.hash("correct horse battery")).not.toBe(stored);
  });

  test("cost one computation, whether or not there is anything to compare with", async () => {
    for (const hash of [stored, null]) {
      const passwords = createPasswords();
      expect(await passwords.verify("wrong", hash)).toBe(false);
      expect(passwords.computed()).toBe(1);
    }
  });

  test("are computed two at once, and past a short line not at all", async () => {
    const passwords = createPasswords();
    const asked = Array.from({ length: 60 }, () => passwords.verify("wrong", null));
    const outcomes = await Promise.allSettled(asked);
    const refused = outcomes.filter(({ status }) => status === "rejected");
    expect(refused).toHaveLength(18);
    expect(refused[0]).toMatchObject({ reason: { code: "SERVICE_UNAVAILABLE", retryAfterSeconds: 3 } });
    expect(passwords.computed()).toBe(42);
    expect(await passwords.verify("correct horse battery", stored)).toBe(true);
  });

  test("of requests whose time is over are not computed, and hold nobody else up", async ({
    onTestFinished,
  }) => {
    const warnings: string[] = [];
    const hear = ({ name }: Error) => void warnings.push(name);
    process.on("warning", hear);
    onTestFinished(() => void process.off("warning", hear));
    const passwords = createPasswords();
    const inTime = [passwords.verify("wrong", null), passwords.verify("wrong", null)];
    const late = [
      passwords.hash("wrong", { deadline: performance.now() }),
      passwords.verify("wrong", null, { deadline: 0 }),
    ];
    const behind = passwords.verify("correct horse battery", stored);
    for (const outcome of await Promise.allSettled(late))
      expect(outcome).toMatchObject({ status: "rejected", reason: { code: "SERVICE_UNAVAILABLE" } });
    expect(await Promise.all([...inTime, behind])).toEqual([false, false, true]);
    expect(passwords.computed()).toBe(3);
    expect(warnings).toEqual([]);
  });
});
