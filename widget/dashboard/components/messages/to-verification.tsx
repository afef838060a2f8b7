import { ActionLink } from "../layout/link.tsx";

/** A link for people whose business may not use live mode yet. */
export function ToVerification() {
  return (
    <ActionLink to="/$environment/settings/verification" params={{ environment: "live" }}>
      Go to verification
    </ActionLink>
  );
}
