import { useQuery } from "@tanstack/react-query";
import { Button } from "../components/forms/button.tsx";
import { TextField } from "../components/forms/fields.tsx";
import { Notice } from "../components/messages/notice.tsx";
import { ownAddressQuery } from "./keys-queries.ts";
import { isAllowed, linesOf, wrongLine } from "./network-list.ts";

/** A key's allowed networks, one a line. Warns before a person locks out their own server. */
export function NetworksField({ value, onChange }: { value: string; onChange: (value: string) => void }) {
  const own = useQuery(ownAddressQuery).data?.address;
  const lines = linesOf(value);
  const wrong = wrongLine(lines);
  const isInside = own === undefined || isAllowed(own, lines);
  return (
    <>
      <TextField
        name="allowedCidrs"
        label="Allowed IP addresses"
        description="Your servers’ IP addresses or ranges, one per line: 203.0.113.7 or 203.0.113.0/24. Leave blank to allow any IP."
        isOptional
        isCode
        rows={3}
        value={value}
        onChange={onChange}
      />
      {own !== undefined && (
        <div className="keys-own row note">
          <span>Your IP address is {own}.</span>
          {(lines.length === 0 || !isInside) && (
            <Button
              size="small"
              kind="quiet"
              icon="plus"
              onPress={() => onChange([...lines, own].join("\n"))}
            >
              Add it
            </Button>
          )}
        </div>
      )}
      {wrong !== undefined && <Notice kind="error">“{wrong}” isn’t an IP address or range.</Notice>}
      {wrong === undefined && !isInside && (
        <Notice kind="warning">
          Your IP address ({own}) isn’t in the list. If your server shares it, its requests will be refused
          immediately.
        </Notice>
      )}
    </>
  );
}
