import express, { type RequestHandler } from "express";

/** A body's maximum length, in bytes. Strangers get less, since they can't be refused one by one. */
const LIMITS = { withKey: 100 * 1024, withoutKey: 2 * 1024 };

/** Reads the body's bytes, with a limit by caller; parseJsonBody parses them. */
export const readBody = (sender: keyof typeof LIMITS): RequestHandler =>
  express.raw({ type: "application/json", limit: LIMITS[sender], inflate: false });
