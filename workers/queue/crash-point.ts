/**
 * The moments at which a process may die with the most to lose: after each step that another
 * process has to take over from. Tests kill the process at every one of them.
 */
export const crashPoints = [
  "job.locked",
  "job.done",
  "payout.claimed",
  "payout.sent",
  "payout.finished",
  "enquiry.called",
  "provision.called",
  "identity.called",
  "identity.recorded",
  "crypto.called",
  "credit.settled",
  "webhook.claimed",
  "webhook.sent",
] as const;

export type CrashPoint = (typeof crashPoints)[number];
export type CrashSetting = { point: CrashPoint; signal: "SIGKILL" | "SIGSTOP" };

/**
 * Returns the function that tasks call at each crash point. Without a setting, as in every real
 * process, it does nothing; with one it kills (or pauses) this process when that point is reached.
 */
export function createCrashPoint(setting: CrashSetting | undefined): (point: CrashPoint) => void {
  return (point) => {
    if (setting?.point === point) process.kill(process.pid, setting.signal);
  };
}
