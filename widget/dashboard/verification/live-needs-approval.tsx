import { useSession } from "../api/session.ts";
import { Notice } from "../components/messages/notice.tsx";
import { ToVerification } from "../components/messages/to-verification.tsx";
import { useEnvironment } from "../shell/environment.ts";
import { LiveNeedsGateway } from "./live-needs-gateway.tsx";

/** The next step, by the verification's status. */
const todo = {
  draft: "Tell us about your business and upload its documents. Until then, everything works in test mode.",
  submitted: "We’re reviewing your business and will email you. Until then, everything works in test mode.",
  rejected: "Your verification wasn’t approved. See what’s missing, and submit it again.",
};

/** Whether new things can be created in the environment shown: in live mode, once the business is verified. */
export function useIsOpen(): boolean {
  const { merchant } = useSession();
  return useEnvironment() === "test" || merchant?.kybStatus === "approved";
}

/** Explains on a live screen what is missing. `what`: the screen's subject. */
export function LiveNeedsApproval({ what }: { what: string }) {
  const status = useSession().merchant?.kybStatus;
  const isOpen = useIsOpen();
  if (isOpen || status === undefined || status === "approved") return <LiveNeedsGateway />;
  return (
    <Notice title={`${what} in live mode require a verified business`} action={<ToVerification />}>
      {todo[status]}
    </Notice>
  );
}
