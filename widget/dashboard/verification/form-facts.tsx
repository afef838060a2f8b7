import type { Verification } from "../api/types.ts";
import { DescriptionList } from "../components/values/description-list.tsx";
import { Section } from "../components/layout/section.tsx";
import { verificationTexts as texts } from "../texts/verification.ts";

/** What a business says of itself, for who cannot change it. */
export function FormFacts({ form }: { form: Verification["form"] }) {
  const { fields, parts } = texts;
  const written = (text: string | undefined) =>
    text && (
      <span dir="auto" translate="no">
        {text}
      </span>
    );
  // An operator can approve a business that never filled it in.
  if (Object.keys(form).length === 0) return null;
  return (
    <>
      <Section title={parts.business}>
        <DescriptionList
          entries={[
            [fields.businessType, form.businessType && texts.businessTypes[form.businessType]],
            [fields.registeredName, written(form.registeredName)],
            [fields.tradingName, written(form.tradingName)],
            [
              fields.registrationNumber,
              form.registrationNumber && <code translate="no">{form.registrationNumber}</code>,
            ],
            [fields.tin, form.tin && <code translate="no">{form.tin}</code>],
            [
              fields.description,
              form.description && (
                <p className="verification-lines" dir="auto" translate="no">
                  {form.description}
                </p>
              ),
            ],
            [fields.monthlyVolume, form.monthlyVolume && texts.volumes[form.monthlyVolume]],
          ]}
        />
      </Section>
      <Section title={parts.contact}>
        <DescriptionList
          entries={[
            [fields.street, written(form.street)],
            [fields.city, written(form.city)],
            [fields.state, written(form.state)],
            [fields.phone, form.phone],
            // No link: a stranger's page is not one press away from a reviewer's session.
            [fields.website, form.website],
          ]}
        />
      </Section>
      <Section title={parts.directors}>
        <DescriptionList
          entries={(form.directors ?? []).map(
            ({ name, role, email }, index) =>
              [
                texts.directors.person(index + 1),
                <span key={index} dir="auto" translate="no">
                  {[name, role && texts.directors.roles[role], email].filter(Boolean).join(" · ")}
                </span>,
              ] as const,
          )}
        />
      </Section>
    </>
  );
}
