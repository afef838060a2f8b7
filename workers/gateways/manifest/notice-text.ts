import { z } from "zod";
import { isVisible, oneLine } from "../../../sql/formats/plain-text.ts";

/** A notice's text on one line; null for anything else, since no notice is refused for its content. */
export const noticeText = (longest = 100) =>
  z.string().regex(oneLine).min(1).max(longest).refine(isVisible).nullable().catch(null);
