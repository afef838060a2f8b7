import { useMay } from "../api/permissions.ts";
import type { IdentityCheck } from "../api/types.ts";
import { itemScreen } from "../components/layout/item-screen.tsx";
import { ActionLink } from "../components/layout/link.tsx";
import { Notice } from "../components/messages/notice.tsx";
import { Facts } from "../components/values/facts.tsx";
import { Metadata } from "../components/values/metadata.tsx";
import { Own } from "../components/values/text.tsx";
import { Timeline } from "../components/values/timeline.tsx";
import { State } from "../components/values/badge.tsx";
import { EventsOf } from "../events/events-of.tsx";
import { Journals } from "../ledger/journals.tsx";
import { identityCheckQuery } from "./identity-queries.ts";
import { identityStates, identityTypes } from "./identity-states.ts";

export const IdentityCheckPage = itemScreen({
  name: "Identity check",
  list: ["/$environment/identity-checks", "Identity checks"],
  query: identityCheckQuery,
  useParts(check) {
    const { reference, type, status, verified, name, cacheHit, createdAt } = check;
    return {
      title: `${identityTypes[type]} check`,
      badge: <State of={identityStates[status]} />,
      next: <NextStep check={check} />,
      main: (
        <>
          {/* A check is listed once it has its result. */}
          <Timeline
            entries={[
              verified
                ? { icon: "check", colour: "green", text: "Matched", at: createdAt }
                : { icon: "close", colour: "amber", text: "No match", at: createdAt },
              {
                icon: "plus",
                text: cacheHit ? "Earlier result reused" : "Checked against the national record",
                at: createdAt,
              },
            ]}
          />
          <Facts
            title="Result"
            facts={[
              ["Name on record", name ? <Own>{name}</Own> : "No name on record"],
              ["Source", cacheHit ? "Your earlier check (not charged again)" : "National record"],
            ]}
          />
          <Journals reference={reference} status={status} />
          <EventsOf subject={reference} />
          <Metadata of={check} />
        </>
      ),
      side: (
        <Facts
          title="Details"
          facts={[
            ["Reference", reference, "copy"],
            ["Your reference", check.merchantReference, "copy"],
            ["Checked", createdAt, "time"],
          ]}
        />
      ),
    };
  },
});

/** What the result means, and what to do next. */
function NextStep({ check: { verified } }: { check: IdentityCheck }) {
  const mayPay = useMay("pay");
  if (verified)
    return (
      <Notice kind="success" title="The phone number matches the record.">
        Compare the name on record with your customer’s before you rely on it.
      </Notice>
    );
  const again = mayPay && <ActionLink to="/$environment/identity-checks">Identity checks</ActionLink>;
  return (
    <Notice
      kind="warning"
      title="The phone number doesn’t match the record, or there’s no record."
      action={again}
    >
      Ask the customer which phone number is registered, and check the digits. Then check again.
    </Notice>
  );
}
