import { useSession } from "../api/session.ts";
import { Notice } from "../components/messages/notice.tsx";
import { useEnvironment } from "../shell/environment.ts";
import { verificationTexts } from "../texts/verification.ts";

/** Whether live money can move on this platform: it is connected to a bank or provider. */
export const useLiveGateway = (): boolean => useSession().hasLiveGateway;

/** Says in live that no money can move there yet, whatever the business may do. */
export function LiveNeedsGateway() {
  const hasGateway = useLiveGateway();
  if (useEnvironment() === "test" || hasGateway) return null;
  const { title, text } = verificationTexts.noGateway;
  return (
    <Notice kind="warning" title={title}>
      {text}
    </Notice>
  );
}
