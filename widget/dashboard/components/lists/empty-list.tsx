import { useFilters } from "./filters.tsx";
import type { IconName } from "../values/icon.tsx";
import { EmptyState } from "../messages/states.tsx";

type ListTexts = Record<"emptyTitle" | "emptyText" | "noneTitle" | "noneText", string>;

/** What a list shows where it has no rows: that its filters fit none, or what would be here. */
export function EmptyList({
  icon,
  texts,
  action,
}: {
  icon: IconName;
  texts: ListTexts;
  action?: React.ReactNode;
}) {
  const { search } = useFilters();
  if (Object.keys(search).length > 0) {
    return (
      <EmptyState icon="search" title={texts.noneTitle}>
        {texts.noneText}
      </EmptyState>
    );
  }
  return (
    <EmptyState icon={icon} title={texts.emptyTitle} action={action}>
      {texts.emptyText}
    </EmptyState>
  );
}
