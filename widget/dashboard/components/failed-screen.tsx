import { PageHeader } from "./page-header.tsx";
import { ErrorState } from "./states.tsx";

type FailedScreenProps = { title: string; parent?: React.ReactNode; error: unknown; onRetry: () => void };

/** A screen whose subject could not be loaded: where one is stays in sight. */
export function FailedScreen({ title, parent, ...state }: FailedScreenProps) {
  return (
    <>
      <PageHeader title={title} parent={parent} />
      <ErrorState {...state} />
    </>
  );
}
