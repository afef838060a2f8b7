import { expect, test } from "vitest";
import { asSentence } from "../../widget/dashboard/components/as-sentence.ts";

test("a reason ends before the sentence that follows it", () => {
  expect(asSentence("the endpoint answered 410 Gone")).toBe("The endpoint answered 410 Gone.");
  expect(asSentence("It is gone.")).toBe("It is gone.");
});
