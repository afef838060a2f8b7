import { useQuery } from "@tanstack/react-query";
import { Button } from "../components/forms/button.tsx";
import { TextField } from "../components/forms/fields.tsx";
import { Notice } from "../components/messages/notice.tsx";
import { keyTexts } from "../texts/keys.ts";
import { ownAddressQuery } from "./keys-queries.ts";
import { isAllowed, linesOf, wrongLine } from "./network-list.ts";

const texts = keyTexts.addresses;

/** Where a key may be used from, one network a line. Says so before somebody shuts their own server out. */
export function NetworksField({ value, onChange }: { value: string; onChange: (value: string) => void }) {
  const { data: own } = useQuery(ownAddressQuery);
  const lines = linesOf(value);
  const wrong = wrongLine(lines);
  const isInside = own === undefined || isAllowed(own, lines);
  return (
    <>
      <TextField
        name="allowedCidrs"
        label={texts.label}
        description={texts.description}
        isOptional
        isCode
        rows={3}
        value={value}
        onChange={onChange}
      />
      {own !== undefined && (
        <div className="keys-own">
          <span>{texts.own(own)}</span>
          {lines.length === 0 || !isInside ? (
            <Button
              size="small"
              kind="quiet"
              icon="plus"
              onPress={() => onChange([...lines, own].join("\n"))}
            >
              {texts.addOwn}
            </Button>
          ) : undefined}
        </div>
      )}
      {wrong !== undefined && <Notice kind="error">{texts.wrong(wrong)}</Notice>}
      {wrong === undefined && !isInside && <Notice kind="warning">{texts.lockOut(own)}</Notice>}
    </>
  );
}
