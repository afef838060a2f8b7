import { Component, Suspense } from "react";
import { PartNotLoaded } from "../api/load-part.ts";
import { toast } from "../components/messages/toasts.tsx";

type Props = {
  /** Closes the part that could not be loaded. */
  onFail: () => void;
  children: React.ReactNode;
};

/**
 * Around parts that open over a screen and are loaded then. If one can't be loaded, a toast says so, and the screen
 * below keeps all typed text.
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
