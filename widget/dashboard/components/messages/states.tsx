import { ApiError } from "../../api/api-error.ts";
import { Button } from "../forms/button.tsx";
import { ButtonLink } from "../layout/link.tsx";
import { Columns } from "../layout/section.tsx";
import "../layout/page-header.css";
import { ErrorText } from "./error-text.tsx";
import { Icon, type IconName } from "../values/icon.tsx";
import { Notice } from "./notice.tsx";
import { useWait } from "./use-wait.ts";
import "./states.css";

type EmptyStateProps = {
  icon?: IconName;
  title: string;
  /** There is nothing else on the screen: its title is the page's. */
  isScreen?: boolean;
  children?: React.ReactNode;
  action?: React.ReactNode;
};

/** Shown if there is nothing: what would be here, and how to create it. */
export function EmptyState({ icon, title, isScreen = false, children, action }: EmptyStateProps) {
  return (
    <div className={isScreen ? "empty-state empty-state-screen" : "empty-state"}>
      {icon && (
        <span className="empty-state-icon mark">
          <Icon name={icon} size={20} />
        </span>
      )}
      {isScreen ? <h1>{title}</h1> : <h2>{title}</h2>}
      {children !== undefined && <div className="empty-state-text">{children}</div>}
      {action}
    </div>
  );
}

type ErrorStateProps = { error: unknown; onRetry: () => void; isScreen?: boolean };

/**
 * Shown if something could not be loaded, or does not exist. If it `isScreen`, it is alone on the screen and its title
 * is the page's.
 */
export function ErrorState({ error, onRetry, isScreen = false }: ErrorStateProps) {
  const isWaiting = useWait(error) > 0;
  if (error instanceof ApiError && error.status === 404)
    return (
      <div role="alert">
        <NotFoundState />
      </div>
    );
  const title = "Couldn’t load this";
  const again = (
    <Button size={isScreen ? "medium" : "small"} isDisabled={isWaiting} onPress={onRetry}>
      Try again
    </Button>
  );
  const why = (
    <>
      <p>
        <ErrorText error={error} />
      </p>
      {error instanceof ApiError && error.requestId !== undefined && (
        <p className="small">{`Request ${error.requestId}`}</p>
      )}
    </>
  );
  if (isScreen)
    return (
      <div role="alert">
        <EmptyState icon="warning" title={title} isScreen action={again}>
          {why}
        </EmptyState>
      </div>
    );
  return (
    <Notice kind="error" title={title} action={again}>
      {why}
    </Notice>
  );
}

function NotFoundState({ isScreen = false }: { isScreen?: boolean }) {
  return (
    <EmptyState
      icon="search"
      isScreen={isScreen}
      title="Page not found"
      action={<ButtonLink to="/">Go to Home</ButtonLink>}
    >
      It may have moved, or it belongs to another business or environment.
    </EmptyState>
  );
}

/** Shown for an unknown path. */
export const NotFound = () => <NotFoundState isScreen />;

/** A grey bar instead of a loading text; `width` in characters. */
export function Skeleton({ width = 12 }: { width?: number }) {
  return <span className="skeleton">{"\u2007".repeat(width)}</span>;
}

/** The outline of a screen's parts and facts, and of its title if that is not known yet. */
export function ScreenSkeleton({ hasTitle = false }: { hasTitle?: boolean }) {
  return (
    <div role="status" aria-label="Loading…">
      {!hasTitle && (
        <div className="page-header">
          <h1>
            <span className="visually-hidden">Loading…</span>
            <Skeleton width={12} />
          </h1>
        </div>
      )}
      <Columns
        main={<SkeletonPart widths={[22, 30, 26, 18]} />}
        side={<SkeletonPart widths={[14, 20, 11]} />}
      />
    </div>
  );
}

function SkeletonPart({ widths }: { widths: number[] }) {
  return (
    <div className="stack">
      <p className="section-head between">
        <Skeleton width={9} />
      </p>
      {widths.map((width) => (
        <p key={width}>
          <Skeleton width={width} />
        </p>
      ))}
    </div>
  );
}
