import { Icon, type IconName } from "../values/icon.tsx";
import "./notice.css";

type Kind = "info" | "success" | "warning" | "error";
const icons: Record<Kind, IconName> = {
  info: "info",
  success: "check",
  warning: "warning",
  error: "warning",
};

/** Something to know before going on, in its place on the screen. */
export function Notice({
  kind = "info",
  title,
  children,
  action,
}: {
  kind?: Kind;
  title?: string;
  children?: React.ReactNode;
  action?: React.ReactNode;
}) {
  return (
    <div className={`notice notice-${kind}`} role={kind === "error" ? "alert" : undefined}>
      <Icon name={icons[kind]} />
      <div className="notice-body">
        {title !== undefined && <p className="notice-title">{title}</p>}
        <div>{children}</div>
      </div>
      {action}
    </div>
  );
}
