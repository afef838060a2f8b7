import { Registry } from "prom-client";

/**
 * What this process counts. Each metric is made beside the code that counts, in the one file where the thing happens.
 *
 * Labels are words from our own code: never a reference, a merchant, a key, a path as it was sent, or the text of an
 * error. Each combination of labels is kept until the process ends.
 */
export const registry = new Registry();

/** For work that people wait for, in seconds. */
export const durationBuckets = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
