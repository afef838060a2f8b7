import { useMay } from "../api/permissions.ts";
import { Button } from "../components/forms/button.tsx";
import { ButtonLink } from "../components/layout/link.tsx";
import type { IconName } from "../components/values/icon.tsx";
import { useIsOpen } from "./live-needs-approval.tsx";

type CreateButtonProps = {
  /** The permission it needs. */
  may: Parameters<typeof useMay>[0];
  icon?: IconName;
  children: string;
} & (
  | { to: `/$environment/${"payouts" | "payout-batches" | "payment-links"}/new`; onPress?: never }
  | { to?: never; onPress: () => void }
);

/** The main button of a list; hidden without the permission, or until the business may use live mode. */
export function CreateButton({ may, icon, to, onPress, children }: CreateButtonProps) {
  const isAllowed = useMay(may);
  if (!useIsOpen() || !isAllowed) return null;
  if (to === undefined)
    return (
      <Button kind="primary" icon={icon} onPress={onPress}>
        {children}
      </Button>
    );
  return (
    <ButtonLink kind="primary" icon={icon} to={to}>
      {children}
    </ButtonLink>
  );
}
