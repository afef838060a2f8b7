import type { Request, RequestHandler, Response } from "express";
import { Problem } from "../problems.ts";
import { refuseLate } from "../refuse-unreadable-requests.ts";

/** How long a body may take that is no file. */
const LONGEST_BODY_MS = 30_000;

/** A file's minimum average rate over each interval, and its total time. */
const filePace = { leastPerSecond: 8 * 1024, stretchMs: 15_000, longestMs: 180_000 };

type Pace = typeof filePace;

const leastIn = ({ leastPerSecond, stretchMs }: Omit<Pace, "longestMs">) =>
  (leastPerSecond * stretchMs) / 1000;

/** Longer than any body's limit, so that Node never ends one that is in time. */
export const LONGEST_REQUEST_MS = filePace.longestMs + 30_000;

declare global {
  // oxlint-disable-next-line typescript/no-namespace -- how express lets its types be extended
  namespace Express {
    interface Locals {
      /** The body is a file, which has a pace of its own. */
      isFile?: true;
    }
  }
}

/** Ends requests whose body has not come in time, even if nobody reads it. */
export const limitBodyTime: RequestHandler = (request, response, next) => {
  if (!hasBody(request)) return next();
  const timer = setTimeout(() => {
    if (!request.complete && !response.locals.isFile) endLate(request, response);
  }, LONGEST_BODY_MS);
  request.once("close", () => clearTimeout(timer));
  next();
};

function hasBody({ headers }: Request): boolean {
  return headers["transfer-encoding"] !== undefined || (headers["content-length"] ?? "0") !== "0";
}

function endLate(request: Request, response: Response): void {
  if (response.headersSent) request.socket.destroy();
  else refuseLate(request.socket);
}

/**
 * Runs the reader of a file's body while it arrives fast enough: a slow connection may take minutes, but a client that
 * only holds a slot is disconnected. Raises REQUEST_TIMEOUT, and the connection ends with it.
 */
export function inFilePace(readBody: RequestHandler, pace = filePace): RequestHandler {
  return (request, response, next) => {
    response.locals.isFile = true;
    const { socket } = request;
    let before = socket.bytesRead;
    let isOver = false;
    const stop = () => {
      isOver = true;
      clearInterval(stretch);
      clearTimeout(longest);
    };
    const end = (error?: unknown) => {
      if (isOver) return;
      stop();
      next(error);
    };
    const refuse = (message: string) => {
      response.setHeader("connection", "close");
      end(new Problem("REQUEST_TIMEOUT", message));
    };
    const stretch = setInterval(() => {
      const came = socket.bytesRead - before;
      before += came;
      if (came < leastIn(pace)) refuse("The upload is too slow: send at least 8 KB a second.");
    }, pace.stretchMs);
    const longest = setTimeout(() => refuse("The file didn't arrive within three minutes."), pace.longestMs);
    // A refusal by the file's headers has no end of its own.
    response.once("close", stop);
    return readBody(request, response, end);
  };
}

/**
 * Ends a response that is sent in parts once its reader takes less of it than a file that comes in has to bring: it
 * holds a place. Time in which nothing is ready to be sent is ours, and does not count.
 */
export function requireReadPace(response: Response, pace: Omit<Pace, "longestMs"> = filePace): void {
  const { socket } = response;
  if (socket === null) return;
  let before = socket.bytesWritten;
  const stretch = setInterval(() => {
    const went = socket.bytesWritten - before;
    before += went;
    if (response.writableNeedDrain && went < leastIn(pace)) response.destroy();
  }, pace.stretchMs);
  response.once("close", () => clearInterval(stretch));
}
