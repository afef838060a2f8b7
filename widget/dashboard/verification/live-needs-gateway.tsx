import { useSession } from "../api/session.ts";
import { Notice } from "../components/messages/notice.tsx";
import { useEnvironment } from "../shell/environment.ts";

/** Whether this platform can move live money: it is connected to a bank or provider. */
export const useLiveGateway = (): boolean => useSession().hasLiveGateway;

/** Explains in live mode that no money can move yet, even for a verified business. */
export function LiveNeedsGateway() {
  const hasGateway = useLiveGateway();
  if (useEnvironment() === "test" || hasGateway) return null;
  return (
    <Notice kind="warning" title="Live payments aren’t available yet">
      This platform isn’t connected to a payment provider, so no real money can be received or sent. Test mode
      works as usual. Ask whoever runs the platform when live mode opens.
    </Notice>
  );
}
