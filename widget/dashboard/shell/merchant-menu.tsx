import { Menu } from "react-aria-components/Menu";
import { Popover } from "react-aria-components/Popover";
import { post } from "../api/change.ts";
import { useSession } from "../api/session.ts";
import { toast } from "../components/messages/toasts.tsx";
import { roleTexts } from "../members/roles.ts";
import type { OfButton } from "./menu-button.tsx";
import { Option } from "../components/layout/option.tsx";
import "../components/layout/popover.css";

/** The person's businesses, to switch between them. */
export function MerchantMenu({ popover, close }: OfButton) {
  const { merchant, merchants } = useSession();
  return (
    <Popover
      {...popover}
      aria-label="Switch business"
      className="popover"
      placement="bottom start"
      offset={4}
    >
      <Menu
        className="popover-list"
        aria-label="Switch business"
        selectionMode="single"
        selectedKeys={merchant ? [merchant.reference] : []}
        onAction={(reference) => void switchMerchant(String(reference)).catch(toast)}
        autoFocus="first"
        onClose={close}
      >
        {merchants.map(({ reference, name, role }) => (
          <Option key={reference} id={reference} textValue={name} isTicked>
            {name}
            <span className="popover-note small">{roleTexts[role].name}</span>
          </Option>
        ))}
      </Menu>
    </Popover>
  );
}

/** Switches the session to another business, and reloads with its data only. */
async function switchMerchant(reference: string): Promise<void> {
  await post("/session/merchant", {}, { merchant: reference });
  window.location.assign("/dashboard");
}
