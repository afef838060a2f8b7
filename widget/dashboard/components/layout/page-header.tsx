import { useParams } from "@tanstack/react-router";
import { useEffect, useRef } from "react";
import { Icon } from "../values/icon.tsx";
import "./page-header.css";

export type PageHeaderProps = {
  title: string;
  /** Shown instead of the title if it needs more than a text; the title still names the page. */
  heading?: React.ReactNode;
  /** A link to the list that this page belongs to. */
  parent?: React.ReactNode;
  /** One or two sentences that explain the page. */
  text?: React.ReactNode;
  /** A badge beside the title. */
  badge?: React.ReactNode;
  /** Buttons, the main one last. */
  actions?: React.ReactNode;
  /** The screen follows an action on the same page: the title takes the focus. */
  takesFocus?: boolean;
};

/** The top of a screen: its list, title, explanation and actions. It also sets the browser tab's title. */
export function PageHeader(props: PageHeaderProps) {
  const { title, heading, parent, text, badge, actions, takesFocus = false } = props;
  const { environment } = useParams({ strict: false });
  useEffect(() => {
    document.title = [title, environment && { test: "TEST", live: "Live" }[environment], "Dashboard"]
      .filter(Boolean)
      .join(" · ");
  }, [title, environment]);
  const top = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (takesFocus) top.current?.focus();
  }, [takesFocus]);
  return (
    <header className="page-header">
      {parent !== undefined && (
        <nav className="page-breadcrumb note" aria-label="Breadcrumb">
          <Icon name="chevronLeft" size={14} />
          {parent}
        </nav>
      )}
      <div className="page-header-title">
        <h1 ref={top} tabIndex={takesFocus ? -1 : undefined}>
          {heading ?? title}
        </h1>
        {badge}
      </div>
      {actions !== undefined && <div className="page-header-actions wrap">{actions}</div>}
      {text !== undefined && <p className="page-header-text">{text}</p>}
    </header>
  );
}
