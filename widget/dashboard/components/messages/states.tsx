import { ApiError } from "../../api/api-error.ts";
import { Button } from "../forms/button.tsx";
import { ErrorText } from "./error-text.tsx";
import { Icon, type IconName } from "../values/icon.tsx";
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

/** What to show where there is nothing: what would be here, and how to get it. */
export function EmptyState({ icon, title, isScreen = false, children, action }: EmptyStateProps) {
  return (
    <div className="empty-state">
      {icon && (
        <span className="empty-state-icon">
          <Icon name={icon} size={20} />
        </span>
      )}
      {isScreen ? <h1>{title}</h1> : <h2>{title}</h2>}
      {children !== undefined && <div className="empty-state-text">{children}</div>}
      {action}
    </div>
  );
}

type ErrorStateProps = {
  error: unknown;
  onRetry?: () => void;
  isPart?: boolean;
  isScreen?: boolean;
};

/**
 * What to show where something could not be loaded: in a part of a screen, and where it `isPart`, in a few lines. Where
 * it `isScreen`, its title is the page's.
 */
export function ErrorState({ error, onRetry, isPart = false, isScreen = false }: ErrorStateProps) {
  const requestId = error instanceof ApiError ? error.requestId : undefined;
  const isWaiting = useWait(error) > 0;
  return (
    <div role="alert" className={isPart ? "error-state error-part" : "error-state"}>
      <EmptyState
        icon="warning"
        title="Couldn’t load this"
        isScreen={isScreen}
        action={
          onRetry && (
            <Button isDisabled={isWaiting} onPress={onRetry}>
              Try again
            </Button>
          )
        }
      >
        <p>
          <ErrorText error={error} />
        </p>
        {requestId !== undefined && <p className="empty-state-id">{`Request ${requestId}`}</p>}
      </EmptyState>
    </div>
  );
}

/** A grey bar in place of a text that is on its way; `width` in characters. */
export function Skeleton({ width = 12 }: { width?: number }) {
  return <span className="skeleton">{"\u2007".repeat(width)}</span>;
}

/**
 * The screen of one item, of which nothing is known yet: where its title, its parts and its facts will be. `hasTitle`:
 * the title is known, and stands above.
 */
export function ScreenSkeleton({ hasTitle = false }: { hasTitle?: boolean }) {
  return (
    <div className="screen-skeleton" role="status" aria-label="Loading…">
      {!hasTitle && (
        <>
          <p className="screen-skeleton-parent">
            <Skeleton width={10} />
          </p>
          <h1 className="screen-skeleton-title">
            <span className="visually-hidden">Loading…</span>
            <Skeleton width={12} />
          </h1>
        </>
      )}
      <div className="screen-skeleton-parts">
        {[
          [22, 30, 26, 18],
          [14, 20, 11, 16],
        ].map((rows) => (
          <div key={rows[0]}>
            <p className="screen-skeleton-head">
              <Skeleton width={9} />
            </p>
            {rows.map((width) => (
              <p key={width}>
                <Skeleton width={width} />
              </p>
            ))}
          </div>
        ))}
      </div>
    </div>
  );
}
