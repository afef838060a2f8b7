import { styleText } from "node:util";

/** How often the running step's line is redrawn on a terminal. */
const REDRAW_MS = 200;
/** Elsewhere a step that takes this long gets a line, then one every ten seconds. */
const FIRST_LINE_MS = 5_000;
const NEXT_LINES_MS = 10_000;

/** Shows the running step's progress, in place of the last message. */
export type ShowDetail = (detail: string) => void;

/** Runs one step and shows it. Returns the step's result. */
export type Step = <Result>(
  title: string,
  run: (showDetail: ShowDetail) => Promise<Result>,
) => Promise<Result>;

type Progress = {
  /** Leaves a line with the step's duration. A failed step leaves none: its error explains it. */
  step: Step;
  /** Leaves no line: the result is printed next. */
  during: Step;
  /** Prints a line, also while a step runs. */
  print: (line: string) => void;
};

type Screen = NodeJS.WritableStream & { isTTY?: boolean; columns?: number };

/** Shows the progress of long work on stderr; stdout is for its result. */
export const progress = createProgress(process.stderr);

/** For unattended work. */
export const unseen: Step = async (_title, run) => run(() => {});

/**
 * Shows steps, one at a time: on a terminal as a line that is redrawn, in colour unless NO_COLOR is set; elsewhere as
 * plain lines.
 */
export function createProgress(screen: Screen): Progress {
  const isTerminal = screen.isTTY === true;
  const colour = (style: "green" | "cyan" | "dim", text: string) =>
    styleText(style, text, { stream: screen });
  const erase = () => {
    if (isTerminal) screen.write("\x1b[2K");
  };

  async function follow<Result>(
    title: string,
    run: (showDetail: ShowDetail) => Promise<Result>,
    leavesLine: boolean,
  ) {
    const start = performance.now();
    let text = title;
    const took = () => `${((performance.now() - start) / 1000).toFixed(1)} s`.padStart(8);
    const draw = () => {
      if (!isTerminal) return void screen.write(`${took()}  ${text} ...\n`);
      // Ends with a carriage return, so that whatever is written next replaces the line.
      // A terminal of unknown width reports 0.
      const room = Math.max((screen.columns || 80) - "…   0.0 s  ".length - 1, 20);
      const shown = text.length > room ? `${text.slice(0, room - 1)}…` : text;
      screen.write(`\x1b[2K${colour("cyan", "…")}${colour("dim", took())}  ${shown}\r`);
    };
    let timer: NodeJS.Timeout | undefined;
    const drawAfter = (ms: number) => {
      timer = setTimeout(() => {
        draw();
        drawAfter(isTerminal ? REDRAW_MS : NEXT_LINES_MS);
      }, ms).unref();
    };
    if (isTerminal) draw();
    drawAfter(isTerminal ? REDRAW_MS : FIRST_LINE_MS);
    try {
      const result = await run((detail) => (text = `${title}: ${detail}`));
      erase();
      if (leavesLine) {
        const mark = isTerminal ? colour("green", "✓") : "";
        screen.write(`${mark}${colour("dim", took())}  ${text}\n`);
      }
      return result;
    } catch (error) {
      erase();
      throw error;
    } finally {
      clearTimeout(timer);
    }
  }

  return {
    step: (title, run) => follow(title, run, true),
    during: (title, run) => follow(title, run, false),
    print: (line) => {
      erase();
      screen.write(`${line}\n`);
    },
  };
}

/** How long the rest will take at this pace: "about 3 min left". */
export function timeLeft(elapsedMs: number, done: number, total: number): string {
  const seconds = Math.ceil((elapsedMs / 1000 / Math.max(done, 1)) * (total - done));
  return seconds < 100 ? `about ${seconds} s left` : `about ${Math.round(seconds / 60)} min left`;
}
