/**
 * The worst moments for a process to die: after each step from which another process has to take over. Tests kill the
 * process at every one of them.
 */
export const crashPoints = [
  "job.locked",
  "job.done",
  "payout.claimed",
  "payout.call_started",
  "payout.sent",
  "payout.finished",
  "enquiry.called",
  "provision.called",
  "identity.called",
  "identity.recorded",
  "crypto.called",
  "credit.requested",
  "credit.confirmed",
  "credit.settled",
  "account.polled",
  "webhook.claimed",
  "webhook.sent",
  "webhook.recorded",
  "mail.claimed",
  "mail.sent",
] as const;

export type CrashPoint = (typeof crashPoints)[number];
export type CrashSetting = { point: CrashPoint; signal: "SIGKILL" | "SIGSTOP" };

/**
 * Returns the function that tasks call at each crash point. Without a setting, as in production, it does nothing;
 * with one it kills (or pauses) this process when it first comes to that point: one that was paused goes on when it is
 * woken.
 */
export function createCrashPoint(setting: CrashSetting | undefined): (point: CrashPoint) => void {
  let left = setting;
  return (point) => {
    if (left?.point !== point) return;
    const { signal } = left;
    left = undefined;
    process.kill(process.pid, signal);
  };
}
