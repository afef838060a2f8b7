import { useNavigate } from "@tanstack/react-router";
import { Header } from "react-aria-components/Header";
import { Menu, MenuSection } from "react-aria-components/Menu";
import { Popover } from "react-aria-components/Popover";
import { Separator } from "react-aria-components/Separator";
import { post } from "../api/change.ts";
import { useSession } from "../api/session.ts";
import { toast } from "../components/messages/toasts.tsx";
import type { IconName } from "../components/values/icon.tsx";
import { useStore } from "../components/store.ts";
import { useEnvironment } from "./environment.ts";
import type { OfButton } from "./menu-button.tsx";
import { chooseTheme, theme, type Theme } from "./theme.ts";
import { Option } from "../components/layout/option.tsx";
import "../components/layout/popover.css";
import "./account-menu.css";

const themes: [Theme, string, IconName][] = [
  ["system", "System", "system"],
  ["light", "Light", "sun"],
  ["dark", "Dark", "moon"],
];

/** The signed-in person, the theme, and signing out. */
export function AccountMenu({ popover, close, onAddMerchant }: OfButton & { onAddMerchant: () => void }) {
  const { person, supportEmail } = useSession();
  const environment = useEnvironment();
  const navigate = useNavigate();
  const present = useStore(theme);
  return (
    <Popover {...popover} aria-label="Account menu" className="popover" placement="bottom end" offset={6}>
      <Menu className="popover-list" aria-label="Account menu" autoFocus="first" onClose={close}>
        <MenuSection>
          <Header className="account-head">
            <span>{person.name}</span>
            <span className="popover-note small">{person.email}</span>
          </Header>
          <Option
            onAction={() => void navigate({ to: "/$environment/settings/account", params: { environment } })}
            icon="person"
          >
            Your account
          </Option>
          <Option onAction={onAddMerchant} icon="plus">
            Add a business
          </Option>
          <Option href="/docs" target="_blank" icon="docs">
            Documentation
          </Option>
          {supportEmail !== null && (
            <Option href={`mailto:${supportEmail}`} icon="mail">
              Contact support
            </Option>
          )}
        </MenuSection>
        <Separator className="popover-divider" />
        <MenuSection
          selectionMode="single"
          selectedKeys={[present]}
          onSelectionChange={(keys) => chooseTheme([...keys][0] as Theme)}
          disallowEmptySelection
          shouldCloseOnSelect={false}
        >
          <Header className="popover-heading">Theme</Header>
          {themes.map(([name, text, icon]) => (
            <Option key={name} id={name} textValue={text} icon={icon} isTicked>
              {text}
            </Option>
          ))}
        </MenuSection>
        <Separator className="popover-divider" />
        <Option onAction={() => void signOut().catch(toast)} icon="signOut">
          Sign out
        </Option>
      </Menu>
    </Popover>
  );
}

async function signOut(): Promise<void> {
  await post("/sign-out", {});
  window.location.assign("/dashboard/sign-in");
}
