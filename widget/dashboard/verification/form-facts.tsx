import type { Verification } from "../api/types.ts";
import { Facts } from "../components/values/facts.tsx";
import { businessTypes, fieldLabels, monthlyVolumes, personRoles } from "./form-texts.ts";
import { Written } from "./written.tsx";

/** A business's answers, for people who can't change them. */
export function FormFacts({ form }: { form: Verification["form"] }) {
  // An operator can approve a business that never filled it in.
  if (Object.keys(form).length === 0) return null;
  return (
    <>
      <Facts
        title="The business"
        facts={[
          [fieldLabels.businessType, form.businessType && businessTypes[form.businessType]],
          [fieldLabels.registeredName, form.registeredName, "own"],
          [fieldLabels.tradingName, form.tradingName, "own"],
          [fieldLabels.registrationNumber, form.registrationNumber, "code"],
          [fieldLabels.tin, form.tin, "code"],
          [fieldLabels.description, form.description && <Written>{form.description}</Written>],
          [fieldLabels.monthlyVolume, form.monthlyVolume && monthlyVolumes[form.monthlyVolume]],
        ]}
      />
      <Facts
        title="Address"
        facts={[
          [fieldLabels.street, form.street, "own"],
          [fieldLabels.city, form.city, "own"],
          [fieldLabels.state, form.state, "own"],
          [fieldLabels.phone, form.phone],
          // Not a link: a stranger's page must not be one press away from a reviewer's session.
          [fieldLabels.website, form.website],
        ]}
      />
      <Facts
        title="Owners and directors"
        facts={(form.directors ?? []).map(({ name, role, email }, index) => [
          `Person ${index + 1}`,
          [name, role && personRoles[role], email].filter(Boolean).join(" · "),
          "own",
        ])}
      />
    </>
  );
}
