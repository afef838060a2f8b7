import {
  BrokenCircuitError,
  bulkhead,
  circuitBreaker,
  CircuitState,
  CountBreaker,
  DelegateBackoff,
  handleWhenResult,
} from "cockatiel";
import { startDeadline } from "../../start-deadline.ts";
import type { GatewayResult, NotCalled, NotCalledReason } from "../gateway.ts";
import { createSuccessWindow } from "./create-success-window.ts";

/** For one call, with all of its requests. Below a task's deadline, to leave time to record the result. */
const CALL_MS = 6_000;
/** A breaker opens when more than half of the last 20 calls, and at least five, got no answer. */
const WINDOW = { size: 20, minimumNumberOfCalls: 5, threshold: 0.5 };
/** How long it stays open before it tries one call; longer each time that this gets no answer either. */
const OPEN_MS = [5_000, 10_000, 20_000, 40_000, 60_000];
/** The longest that a provider can ask us to wait. */
const LONGEST_PAUSE_MS = 60_000;

export type Guard = {
  /** Why no call is made now; undefined: one may be. */
  closedFor(): NotCalledReason | undefined;
  /**
   * Whether the breaker refuses calls now. It makes no trial itself: once it would try the next call, this is false.
   */
  isOpen(): boolean;
  /** A completed call failed later for a reason of the gateway's: it counts as a failed call. */
  noteFailure(): void;
  /** How many recent calls the provider was responsible for, and how many of them it carried out. */
  recent(): { calls: number; successes: number };
  /**
   * Makes the call, or returns that it did not. `probe` is made before a breaker's trial call: if it gets no answer,
   * the call is not made.
   */
  call<Result extends GatewayResult>(
    make: (signal: AbortSignal) => Promise<Result>,
    signal: AbortSignal,
    probe?: (signal: AbortSignal) => Promise<GatewayResult>,
  ): Promise<Result | NotCalled>;
};

type Options = {
  /** The most concurrent calls; more are not made. */
  callsAtOnce: number;
  /** The deadline of each call; six seconds by default. */
  callMs?: number;
  /** Called when the breaker opens, and when it closes again. */
  onChange: (isOpen: boolean) => void;
};

/**
 * Guards one operation of one gateway: a circuit breaker, a concurrency limit, a deadline for each call, and the pause
 * that the provider requests with 429. Its state belongs to this process.
 *
 * A call that is not made left nothing at the provider, and tells nothing about what the provider has.
 */
export function createGuard({ callsAtOnce, callMs = CALL_MS, onChange }: Options): Guard {
  let pausedUntil = 0;
  let triesAgainAt = 0;
  const slots = bulkhead(callsAtOnce);
  const window = createSuccessWindow();
  const policy = handleWhenResult((result) => hadNoAnswer(result as GatewayResult)).orWhen(() => true);
  const breaker = circuitBreaker(policy, {
    breaker: new CountBreaker(WINDOW),
    halfOpenAfter: new DelegateBackoff(({ attempt }) => {
      const delay = OPEN_MS[Math.min(attempt, OPEN_MS.length) - 1]!;
      triesAgainAt = Date.now() + delay;
      return delay;
    }),
  });
  breaker.onStateChange((state) => {
    if (state !== CircuitState.HalfOpen) onChange(state === CircuitState.Open);
  });

  function isOpen(): boolean {
    // Only one trial call at a time.
    if (breaker.state === CircuitState.HalfOpen) return true;
    return breaker.state === CircuitState.Open && Date.now() < triesAgainAt;
  }

  function closedFor(): NotCalledReason | undefined {
    if (Date.now() < pausedUntil) return "paused";
    if (isOpen()) return "breaker_open";
    return slots.executionSlots === 0 ? "busy" : undefined;
  }

  return {
    closedFor,
    isOpen,
    recent: window.count,
    noteFailure: () => window.record(false),
    async call(make, signal, probe) {
      // Under an aborted signal not a byte would leave, and the result would look like a call without an answer.
      const reason = signal.aborted ? "busy" : closedFor();
      if (reason !== undefined) return notCalled(reason);
      const made = slots.execute(() =>
        breaker.execute(async () => {
          using deadline = startDeadline(callMs, signal);
          if (probe !== undefined && breaker.state === CircuitState.HalfOpen) {
            const isSilent = hadNoAnswer(await probe(deadline.signal));
            if (isSilent || deadline.signal.aborted) return notCalled("breaker_open");
          }
          const result = await make(deadline.signal);
          const success = isSuccess(result);
          if (success !== undefined) window.record(success);
          const { retryAfterMs = 0 } = "retryAfterMs" in result ? result : {};
          pausedUntil = Math.max(pausedUntil, Date.now() + Math.min(retryAfterMs, LONGEST_PAUSE_MS));
          return result;
        }),
      );
      // The breaker reads the clock itself, which may have moved back. It throws this only if it called nothing.
      return made.catch((error: unknown) => {
        if (error instanceof BrokenCircuitError) return notCalled("breaker_open");
        throw error;
      });
    },
  };
}

/**
 * Whether the provider gave no answer of its own. A refusal, or a result that needs a person, is an answer; rejecting
 * our key tells nothing about the request.
 */
function hadNoAnswer(result: GatewayResult | NotCalled): boolean {
  if (result.kind === "not_sent") return result.notSent === "unavailable" && result.tooSoon !== true;
  return result.kind === "unknown" && (result.forOperator === undefined || result.refusesUs === true);
}

/** Whether the provider carried the call out; undefined if it did not because of the account or the bank. */
function isSuccess(result: GatewayResult): boolean | undefined {
  if (failedThere(result)) return false;
  switch (result.kind) {
    case "unknown":
      return false;
    case "not_sent":
      return result.notSent === "bank_unreachable" || result.tooSoon ? undefined : false;
    case "refused":
    case "failed":
    case "reversed":
    case "not_found":
    case "not_reached":
      return undefined;
    default:
      return true;
  }
}

/** Whether a transfer failed for a reason of the gateway's, such as our empty wallet there. */
export function failedThere(result: GatewayResult): boolean {
  return result.kind === "failed" && result.notSent !== undefined;
}

function notCalled(reason: NotCalledReason): NotCalled {
  return {
    kind: "unknown",
    reason: `not called: ${reason}`,
    notCalled: reason,
    notSent: "unavailable",
    neverLeft: true,
  };
}
