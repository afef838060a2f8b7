import { useParams } from "@tanstack/react-router";
import { useEffect, useRef } from "react";
import { Icon } from "../values/icon.tsx";
import "./page-header.css";

export type PageHeaderProps = {
  title: string;
  /** Shown in place of the title where more than a text belongs there; the title still names the page. */
  heading?: React.ReactNode;
  /** A link to the list that this page belongs to. */
  parent?: React.ReactNode;
  /** One or two sentences on what this is. */
  text?: React.ReactNode;
  /** A badge beside the title. */
  badge?: React.ReactNode;
  /** Buttons, the main one last. */
  actions?: React.ReactNode;
  /** The screen follows from what somebody just did on the same page: the title takes the focus. */
  takesFocus?: boolean;
};

/** The top of a screen: where one is, what it is, what to do here. It also names the browser's tab. */
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
