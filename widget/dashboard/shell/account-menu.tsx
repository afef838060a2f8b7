import { useNavigate } from "@tanstack/react-router";
import { Header } from "react-aria-components/Header";
import { Menu, MenuItem, MenuSection } from "react-aria-components/Menu";
import { Popover } from "react-aria-components/Popover";
import { Separator } from "react-aria-components/Separator";
import { api } from "../api/client.ts";
import { useSession } from "../api/session.ts";
import { Icon, type IconName } from "../components/values/icon.tsx";
import { useStore } from "../components/store.ts";
import { shellTexts as texts } from "../texts/shell.ts";
import { useEnvironment } from "./environment.ts";
import type { OfButton } from "./menu-button.tsx";
import { chooseTheme, theme, type Theme } from "./theme.ts";
import "../components/layout/popover.css";
import "./account-menu.css";

const themes: [Theme, IconName][] = [
  ["system", "system"],
  ["light", "sun"],
  ["dark", "moon"],
];

/** Who is signed in, the theme, and the way out. */
export function AccountMenu({ popover, close, onAddMerchant }: OfButton & { onAddMerchant: () => void }) {
  const { person, supportEmail } = useSession();
  const environment = useEnvironment();
  const navigate = useNavigate();
  const present = useStore(theme);
  return (
    <Popover
      {...popover}
      aria-label={texts.account.label}
      className="popover"
      placement="bottom end"
      offset={6}
    >
      <Menu className="popover-list" aria-label={texts.account.label} autoFocus="first" onClose={close}>
        <MenuSection>
          <Header className="account-head">
            <span>{person.name}</span>
            <span className="popover-note">{person.email}</span>
          </Header>
          <MenuItem
            className="popover-item"
            onAction={() => void navigate({ to: "/$environment/settings/account", params: { environment } })}
          >
            <Icon name="person" />
            <span className="popover-text">{texts.account.yours}</span>
          </MenuItem>
          <MenuItem className="popover-item" onAction={onAddMerchant}>
            <Icon name="plus" />
            <span className="popover-text">{texts.merchant.add}</span>
          </MenuItem>
          <MenuItem className="popover-item" href="/docs" target="_blank">
            <Icon name="docs" />
            <span className="popover-text">{texts.account.docs}</span>
          </MenuItem>
          {supportEmail !== null && (
            <MenuItem className="popover-item" href={`mailto:${supportEmail}`}>
              <Icon name="mail" />
              <span className="popover-text">{texts.account.support}</span>
            </MenuItem>
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
          <Header className="popover-heading">{texts.theme.label}</Header>
          {themes.map(([name, icon]) => (
            <MenuItem key={name} id={name} textValue={texts.theme[name]} className="popover-item">
              <Icon name={icon} />
              <span className="popover-text">{texts.theme[name]}</span>
              <Icon name="check" />
            </MenuItem>
          ))}
        </MenuSection>
        <Separator className="popover-divider" />
        <MenuItem className="popover-item" onAction={() => void signOut()}>
          <Icon name="signOut" />
          <span className="popover-text">{texts.account.signOut}</span>
        </MenuItem>
      </Menu>
    </Popover>
  );
}

async function signOut(): Promise<void> {
  await api.POST("/sign-out");
  window.location.assign("/dashboard/sign-in");
}
