import type { UseQueryResult } from "@tanstack/react-query";
import { Loaded } from "../messages/loaded.tsx";
import { ScreenSkeleton } from "../messages/states.tsx";
import { PageHeader, type PageHeaderProps } from "./page-header.tsx";

type LoadedScreenProps<Data> = PageHeaderProps & {
  query: UseQueryResult<Data>;
  children: (data: Data) => React.ReactNode;
};

/** A screen under a title that is known before: its outline, or why it could not be loaded, and then its parts. */
export function LoadedScreen<Data>({ query, children, ...header }: LoadedScreenProps<Data>) {
  return (
    <>
      <PageHeader {...header} />
      <Loaded query={query} placeholder={<ScreenSkeleton hasTitle />}>
        {children}
      </Loaded>
    </>
  );
}
