import type { ServerResponse } from "node:http";
import type { Socket } from "node:net";
import type { RequestHandler } from "express";

/** In bytes. More than what clients that send one request at a time have pending, which is all we know. */
const MOST_WAITING = 256 * 1024;

/** The responses of each connection that are not sent whole. */
const unsent = new WeakMap<Socket, Set<ServerResponse>>();

/**
 * Closes a connection whose pipelined requests have responses waiting in memory, unread, behind the one that is being
 * sent. The server's timeout disconnects clients that read nothing at all.
 */
export const closeSlowReaders: RequestHandler = ({ socket }, response, next) => {
  const responses = unsent.get(socket) ?? new Set();
  unsent.set(socket, responses.add(response));
  response.once("close", () => responses.delete(response));
  response.once("prefinish", () => {
    // A response gets the connection after the ones before it.
    const waiting = [...responses].filter((other) => other.socket === null);
    const bytes = waiting.reduce((sum, { writableLength }) => sum + writableLength, 0);
    if (bytes > MOST_WAITING) socket.destroy();
  });
  next();
};
