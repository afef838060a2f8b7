import { useSession } from "../api/session.ts";
import { Notice } from "../components/messages/notice.tsx";
import { ToVerification } from "../components/messages/to-verification.tsx";
import { useEnvironment } from "../shell/environment.ts";
import { LiveNeedsGateway } from "./live-needs-gateway.tsx";
import { verificationTexts } from "../texts/verification.ts";

const texts = verificationTexts.live;

/** Whether something new can be done in the environment that is shown: in live, once the business is verified. */
export function useIsOpen(): boolean {
  const { merchant } = useSession();
  return useEnvironment() === "test" || merchant?.kybStatus === "approved";
}

/**
 * Says, on a screen of live where something is refused or cannot happen, what is missing. `what`: the name of its
 * things.
 */
export function LiveNeedsApproval({ what }: { what: string }) {
  const { merchant } = useSession();
  const isOpen = useIsOpen();
  const status = merchant?.kybStatus;
  if (isOpen || status === undefined || status === "approved") return <LiveNeedsGateway />;
  return (
    <Notice title={texts.title(what)} action={<ToVerification />}>
      {texts[status]}
    </Notice>
  );
}
