import { ActionLink } from "../layout/link.tsx";

/** Where somebody goes whose business may not do something in live yet. */
export function ToVerification() {
  return (
    <ActionLink to="/$environment/settings/verification" params={{ environment: "live" }}>
      Go to verification
    </ActionLink>
  );
}
