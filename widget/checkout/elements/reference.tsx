/** @jsxImportSource preact */
import type { JSX } from "preact";
import { CopyButton } from "./copy-button.tsx";
import type { SectionProps } from "./section.tsx";

type Props = Pick<SectionProps, "page" | "actions"> & { text: string | undefined };

/** The payment's reference, by which the merchant finds it, with a copy button. */
export function Reference({ text = "", page, actions }: Props): JSX.Element {
  return (
    <>
      <data id="reference" value={text} translate={false}>
        {text}
      </data>
      <CopyButton source="reference" text={text} what="reference" page={page} actions={actions} />
    </>
  );
}
