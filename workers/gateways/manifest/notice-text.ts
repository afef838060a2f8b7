import { z } from "zod";
import { isVisible, oneLine } from "../../../sql/formats/plain-text.ts";

/** Text of a notice on one line; null where it is anything else, since no notice is refused for what it says. */
export const noticeText = (longest = 100) =>
  z.string().regex(oneLine).min(1).max(longest).refine(isVisible).nullable().catch(null);
