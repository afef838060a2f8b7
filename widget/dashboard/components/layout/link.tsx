import { createLink, type LinkComponent } from "@tanstack/react-router";
import type { ButtonKind } from "../forms/button.tsx";
import { Icon, type IconName } from "../values/icon.tsx";
import "./link.css";
import "../forms/button.css";

type AnchorProps = React.AnchorHTMLAttributes<HTMLAnchorElement> & { ref?: React.Ref<HTMLAnchorElement> };
type ButtonAnchorProps = AnchorProps & { kind?: ButtonKind; size?: "small" | "medium"; icon?: IconName };
/** Links stay in the environment that is shown, unless their `params` name another. */
type LinkWithin<Props> = LinkComponent<(props: Props) => React.ReactNode, "/$environment">;

/** A link to a screen, in the colour of links. Pointing at it preloads its code and data. */
export const Link = createLink(function TextLink({ className = "", ...props }: AnchorProps) {
  return <a {...props} className={`link ${className}`} />;
}) as LinkWithin<AnchorProps>;

/** A link to a screen without a look of its own. */
export const PlainLink = createLink(function Anchor(props: AnchorProps) {
  return <a {...props} />;
}) as LinkWithin<AnchorProps>;

/** A link to a screen that looks like a button. */
export const ButtonLink = createLink(ButtonAnchor) as LinkWithin<ButtonAnchorProps>;

function ButtonAnchor(all: ButtonAnchorProps) {
  const { kind = "secondary", size = "medium", icon, children, ...props } = all;
  return (
    <a {...props} className={`button button-${kind} button-${size}`}>
      <span className="button-content" translate="no">
        {icon && <Icon name={icon} />}
        <span>{children}</span>
      </span>
    </a>
  );
}

/** A small button on a notice, or beside a heading, that leads to a screen. */
export const ActionLink = createLink(function ActionAnchor(props: AnchorProps) {
  return <ButtonAnchor {...props} size="small" />;
}) as LinkWithin<AnchorProps>;

/** A link out of the dashboard, in a new tab. */
export function OutsideLink({ href, children }: { href: string; children: React.ReactNode }) {
  return (
    <a className="link" href={href} target="_blank" rel="noreferrer">
      {children}
    </a>
  );
}
