import type { UseQueryResult } from "@tanstack/react-query";
import type { Page } from "../../api/client.ts";
import { Section } from "../layout/section.tsx";
import { NotRefreshed } from "../messages/not-refreshed.tsx";
import { List, type ListProps } from "./list.tsx";

type ListSectionProps<Item> = Omit<ListProps<Item>, "page" | "caption" | "empty"> & {
  title: string;
  text?: string;
  actions?: React.ReactNode;
  /** Its items: all, or some without further pages. */
  items: UseQueryResult<Item[]>;
  /** Shown instead of the rows. */
  none: string;
};

/** A part of a screen with a short list. */
export function ListSection<Item>({ title, text, actions, items, none, ...list }: ListSectionProps<Item>) {
  const page = { ...items, data: items.data && { items: items.data, nextCursor: undefined } };
  return (
    <Section title={title} text={text} actions={actions}>
      {items.data?.length === 0 ? (
        <>
          <NotRefreshed query={items} />
          <p className="soft">{none}</p>
        </>
      ) : (
        <List {...list} caption={title} page={page as UseQueryResult<Page<Item>>} empty={none} />
      )}
    </Section>
  );
}

/** The items of a page, for `select`. */
export const itemsOf = <Item,>({ items }: Page<Item>): Item[] => items;
