import { createLink } from "@tanstack/react-router";
import type { ButtonKind } from "../forms/button.tsx";
import { Icon, type IconName } from "../values/icon.tsx";
import "./link.css";
import "../forms/button.css";

type AnchorProps = React.AnchorHTMLAttributes<HTMLAnchorElement> & { ref?: React.Ref<HTMLAnchorElement> };

/** A link to a screen, in the colour of links. Its code and data are loaded when somebody points at it. */
export const Link = createLink(function TextLink({ className = "", ...props }: AnchorProps) {
  return <a {...props} className={`link ${className}`} />;
});

/** A link to a screen without a look of its own. */
export const PlainLink = createLink(function Anchor(props: AnchorProps) {
  return <a {...props} />;
});

/** A link to a screen that looks like a button. */
export const ButtonLink = createLink(function ButtonAnchor({
  kind = "secondary",
  size = "medium",
  icon,
  children,
  ...props
}: AnchorProps & { kind?: ButtonKind; size?: "small" | "medium"; icon?: IconName }) {
  return (
    <a {...props} className={`button button-${kind} button-${size}`}>
      <span className="button-content" translate="no">
        {icon && <Icon name={icon} />}
        <span>{children}</span>
      </span>
    </a>
  );
});

/** A link out of the dashboard, in a tab of its own. */
export function OutsideLink({ href, children }: { href: string; children: React.ReactNode }) {
  return (
    <a className="link" href={href} target="_blank" rel="noreferrer">
      {children}
    </a>
  );
}
