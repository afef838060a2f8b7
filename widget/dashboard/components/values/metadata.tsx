import { Section } from "../layout/section.tsx";
import { CodeBlock } from "./code-block.tsx";

/** What the business's own program has added to a resource; nothing without it. */
export function Metadata({ of: { metadata } }: { of: { metadata?: Record<string, unknown> } }) {
  return (
    metadata && (
      <Section title="Metadata">
        <CodeBlock name="Metadata" text={JSON.stringify(metadata, null, 2)} />
      </Section>
    )
  );
}
