import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useSession } from "../api/session.ts";
import { Button } from "../components/forms/button.tsx";
import { Copyable } from "../components/values/copy-button.tsx";
import { Section } from "../components/layout/section.tsx";
import { toast } from "../components/messages/toasts.tsx";
import { sandboxTexts } from "../texts/sandbox.ts";
import { checkIdentity, payOutTo } from "./sandbox-queries.ts";

const texts = sandboxTexts.badDays;

/** The numbers that make things go wrong, to copy or to use at once. */
export function BadDays() {
  const role = useSession().merchant?.role;
  const mayPay = role === "owner" || role === "finance";
  return (
    <Section title={texts.title} text={mayPay ? texts.text : `${texts.text} ${texts.forFinance}`}>
      <div className="sandbox-tables">
        <Numbers
          title={texts.payouts}
          numbers={texts.accounts}
          onHappen={
            mayPay
              ? async (number) => {
                  await payOutTo(number);
                  return texts.payoutMade;
                }
              : undefined
          }
        />
        <Numbers
          title={texts.identities}
          numbers={texts.people}
          onHappen={mayPay ? async (number) => texts.checkMade(await checkIdentity(number)) : undefined}
        />
      </div>
    </Section>
  );
}

type NumbersProps = {
  title: string;
  numbers: readonly (readonly [number: string, happens: string])[];
  /** Plays the number, and returns the text to show; undefined for people who may not. */
  onHappen: ((number: string) => Promise<string>) | undefined;
};

function Numbers({ title, numbers, onHappen }: NumbersProps) {
  const queryClient = useQueryClient();
  const happen = useMutation({
    mutationFn: (number: string) => onHappen!(number),
    onSuccess: (said) => toast(said),
    // An outage is what some of the numbers are for.
    onError: (error) => toast(error),
    onSettled: () => void queryClient.invalidateQueries({ queryKey: ["test"] }),
  });
  return (
    <div className="list">
      <h3>{title}</h3>
      <table role="table" aria-label={title}>
        <thead role="rowgroup">
          <tr role="row">
            <th role="columnheader" scope="col" className="list-main">
              {texts.number}
            </th>
            <th role="columnheader" scope="col" className="list-wide">
              {texts.happens}
            </th>
            {onHappen && (
              <th role="columnheader" scope="col" className="list-actions">
                <span className="visually-hidden">{texts.actions}</span>
              </th>
            )}
          </tr>
        </thead>
        <tbody role="rowgroup">
          {numbers.map(([number, happens]) => (
            <tr key={number} role="row">
              <td role="cell" className="list-main">
                <Copyable text={number} what={number} />
              </td>
              <td role="cell" className="list-wide">
                {happens}
              </td>
              {onHappen && (
                <td role="cell" className="list-actions">
                  <Button
                    size="small"
                    aria-label={texts.happenOf(number)}
                    isPending={happen.isPending && happen.variables === number}
                    isDisabled={happen.isPending}
                    onPress={() => happen.mutate(number)}
                  >
                    {texts.happen}
                  </Button>
                </td>
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
