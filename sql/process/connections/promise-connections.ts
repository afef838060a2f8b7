/**
 * The application name of the one connection that a process keeps as long as it runs. It contains how many connections
 * the process may open in total, so that a starting process can count them before they are open; every role may read
 * it, and it goes with the process.
 */
export function promiseConnections(applicationName: string, connections: number): string {
  return `${applicationName} of ${connections}`;
}

/** Finds the number in the name, as a regular expression of PostgreSQL. */
export const PROMISED_CONNECTIONS = "^(?:ingress|workers)-[a-z]+ of (\\d{1,5})$";

/** The connections of all ingress and worker processes. The pools of tasks are called as their queue. */
export const OWN_CONNECTIONS = "^(ingress|workers|queue_)";
