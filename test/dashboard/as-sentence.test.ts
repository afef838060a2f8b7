import { expect, test } from "vitest";
import { asSentence } from "../../widget/dashboard/components/messages/as-sentence.ts";

test("a reason ends before the sentence that follows it", () => {
  expect(asSentence("the endpoint responded with 410 Gone")).toBe("The endpoint responded with 410 Gone.");
  expect(asSentence("It is gone.")).toBe("It is gone.");
});
