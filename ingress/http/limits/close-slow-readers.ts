import type { ServerResponse } from "node:http";
import type { Socket } from "node:net";
import type { RequestHandler } from "express";

/** In bytes. More than clients wait for that send requests one after the other, which is all that we know. */
const MOST_WAITING = 256 * 1024;

/** The responses of each connection that are not sent whole. */
const unsent = new WeakMap<Socket, Set<ServerResponse>>();

/**
 * Closes a connection whose pipelined requests have responses waiting in memory, for want of reading, behind the one
 * that is being sent. Who reads nothing at all is sent away by the server's timeout.
 */
export const closeSlowReaders: RequestHandler = ({ socket }, response, next) => {
  const responses = unsent.get(socket) ?? new Set();
  unsent.set(socket, responses.add(response));
  response.once("close", () => responses.delete(response));
  response.once("prefinish", () => {
    // A response gets the connection when it is its turn.
    const waiting = [...responses].filter((other) => other.socket === null);
    const bytes = waiting.reduce((sum, { writableLength }) => sum + writableLength, 0);
    if (bytes > MOST_WAITING) socket.destroy();
  });
  next();
};
