import { styleText } from "node:util";

type Style = "bold" | "cyan" | "dim" | "green" | "red" | "yellow";

/** Text in a colour if the stream is a terminal that shows any, and NO_COLOR is not set. */
export const paint = (style: Style, text: string, stream: NodeJS.WriteStream = process.stdout): string =>
  styleText(style, text, { stream });

/** What others wrote, without what would steer the terminal or reorder the text. */
export const plain = (text: string): string => text.replace(/[\p{Cc}\p{Bidi_Control}\u2028\u2029]+/gu, " ");
