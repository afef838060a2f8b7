import type { PaymentLink } from "../api/types.ts";
import { Filters, OwnReferenceFilter, SelectFilter, SlugFilter } from "../components/lists/filters.tsx";
import type { Column } from "../components/lists/list.tsx";
import { ListScreen } from "../components/lists/list-screen.tsx";
import { PeriodFilter } from "../components/lists/period-filter.tsx";
import { optionsOf, State } from "../components/values/badge.tsx";
import { Money } from "../components/values/money.tsx";
import { Own, Soft } from "../components/values/text.tsx";
import { Time } from "../components/values/time.tsx";
import { CreateButton } from "../verification/create-button.tsx";
import { LiveNeedsApproval } from "../verification/live-needs-approval.tsx";
import { linkTypes, paymentLinkStates } from "./payment-link-states.ts";
import { paymentLinksQuery } from "./payment-links-queries.ts";

const statuses = optionsOf(paymentLinkStates);

export function PaymentLinksList() {
  return (
    <ListScreen
      title="Payment links"
      text="Pages where your customers pay by bank transfer. Share the link; no code needed."
      actions={
        <CreateButton may="collect" icon="plus" to="/$environment/payment-links/new">
          Create link
        </CreateButton>
      }
      notice={<LiveNeedsApproval what="Payment links" />}
      filters={
        <Filters>
          <SelectFilter name="status" label="Status" options={statuses} />
          <PeriodFilter />
          <SlugFilter label="Slug" placeholder="End of the link" />
          <OwnReferenceFilter />
        </Filters>
      }
      query={paymentLinksQuery}
      columns={columns}
      to="/$environment/payment-links/$slug"
      idOf={({ slug }) => slug}
      icon="link"
      emptyText="Create a page with a title and an amount, and share it with a customer."
    />
  );
}

const columns: Column<PaymentLink>[] = [
  { heading: "Title", isMain: true, isWide: true, cell: ({ title }) => <Own>{title}</Own> },
  {
    heading: "Amount",
    align: "end",
    cell: ({ amount }) => (amount ? <Money {...amount} /> : <Soft>Customer’s choice</Soft>),
  },
  { heading: "Status", cell: ({ status }) => <State of={paymentLinkStates[status]} /> },
  { heading: "Type", isExtra: true, cell: ({ linkType }) => linkTypes[linkType] },
  {
    heading: "Your reference",
    isExtra: true,
    cell: ({ merchantReference }) => <Own>{merchantReference}</Own>,
  },
  { heading: "Created", cell: ({ createdAt }) => <Time at={createdAt} /> },
];
