import type { Member } from "../faults/platform/start-member.ts";

const AGAIN_MS = 100;

/** Kills processes, and each that is started in their place, until the returned function is called. */
export function keepDead(members: readonly Member[]): () => void {
  const kill = () => members.forEach((member) => member.signal("SIGKILL"));
  kill();
  const timer = setInterval(kill, AGAIN_MS);
  return () => clearInterval(timer);
}

/** Starts processes again with these settings, and each that follows, until the returned function is called. */
export function keepStartingWith(members: readonly Member[], env: Record<string, string>): () => void {
  const set = () => members.forEach((member) => member.nextWith(env));
  set();
  const timer = setInterval(set, AGAIN_MS);
  members.forEach((member) => member.signal("SIGKILL"));
  return () => {
    clearInterval(timer);
    members.forEach((member) => {
      member.nextWith({});
      member.signal("SIGKILL");
    });
  };
}
