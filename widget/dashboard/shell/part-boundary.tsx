import { Component, Suspense } from "react";
import { PartNotLoaded } from "../api/load-part.ts";
import { toast } from "../components/messages/toasts.tsx";

type Props = {
  /** Closes what could not be opened. */
  onFail: () => void;
  children: React.ReactNode;
};

/**
 * Around what opens over a screen and is loaded then. Where it does not come, that is said in a corner, and the screen
 * below stays with all that was typed.
 */
export class PartBoundary extends Component<Props, { hasFailed: boolean }> {
  override state = { hasFailed: false };

  static getDerivedStateFromError(error: unknown) {
    if (!(error instanceof PartNotLoaded)) throw error;
    return { hasFailed: true };
  }

  override componentDidCatch(error: Error): void {
    toast(error);
    this.props.onFail();
    this.setState({ hasFailed: false });
  }

  override render(): React.ReactNode {
    return this.state.hasFailed ? null : <Suspense>{this.props.children}</Suspense>;
  }
}
