import type { UseQueryResult } from "@tanstack/react-query";
import { Loaded } from "../messages/loaded.tsx";
import { NotRefreshed } from "../messages/not-refreshed.tsx";
import { ScreenSkeleton } from "../messages/states.tsx";
import { PageHeader, type PageHeaderProps } from "./page-header.tsx";

type LoadedScreenProps<Data> = PageHeaderProps & {
  query: UseQueryResult<Data>;
  children: (data: Data) => React.ReactNode;
};

/** A screen whose title is known before its data: its outline or the error, and then its parts. */
export function LoadedScreen<Data>({ query, children, ...header }: LoadedScreenProps<Data>) {
  return (
    <>
      <PageHeader {...header} />
      <NotRefreshed query={query} />
      <Loaded query={query} placeholder={<ScreenSkeleton hasTitle />}>
        {children}
      </Loaded>
    </>
  );
}
