import { Icon, type IconName } from "../values/icon.tsx";
import "./notice.css";

const looks = {
  info: ["info", "blue"],
  success: ["check", "green"],
  warning: ["warning", "amber"],
  error: ["warning", "red"],
} as const satisfies Record<string, readonly [icon: IconName, colour: string]>;

type NoticeProps = {
  kind?: keyof typeof looks;
  title?: string;
  children?: React.ReactNode;
  action?: React.ReactNode;
};

/** A notice within a screen. */
export function Notice({ kind = "info", title, children, action }: NoticeProps) {
  const [icon, colour] = looks[kind];
  return (
    <div className={`notice tint-${colour}`} role={kind === "error" ? "alert" : undefined}>
      <Icon name={icon} />
      <div className="notice-body fill">
        {title !== undefined && <p className="notice-title">{title}</p>}
        <div>{children}</div>
      </div>
      {action}
    </div>
  );
}
