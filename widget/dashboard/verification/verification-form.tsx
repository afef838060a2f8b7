import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useMemo, useRef, useState } from "react";
import { post, put } from "../api/change.ts";
import { sessionKey } from "../api/query-client.ts";
import type { Verification } from "../api/types.ts";
import { Button, IconButton } from "../components/forms/button.tsx";
import { TextField } from "../components/forms/fields.tsx";
import { Actions, Form } from "../components/forms/form.tsx";
import { readCode, trimPasted } from "../components/forms/pasted.ts";
import { Section } from "../components/layout/section.tsx";
import { Select } from "../components/forms/select.tsx";
import { toast } from "../components/messages/toasts.tsx";
import { businessTypes, fieldLabels, monthlyVolumes, personLabels, personRoles } from "./form-texts.ts";
import { verificationQuery } from "./verification-queries.ts";

type FormValues = Verification["form"];
type VerificationFormProps = { verification: Verification; children: React.ReactNode };
type Director = NonNullable<FormValues["directors"]>[number];

/** The id of the list of missing items, the target after an incomplete draft was submitted. */
export const MISSING = "verification-missing";

const INCOMPLETE = "Saved. Add what’s missing to submit it.";

/** Whether a missing field (by its dotted name) or document was left out entirely. */
export function isAbsent(name: string, form: FormValues): boolean {
  const value = name
    .split(".")
    .reduce<unknown>((holder, part) => (holder as Record<string, unknown> | undefined)?.[part], form);
  return value === undefined;
}

/**
 * A draft's form, and as children its documents, which are uploaded at once. Fields have the API's names: form.city.
 */
export function VerificationForm({ verification, children }: VerificationFormProps) {
  const { form, missing } = verification;
  // What the fields began with. What somebody else saves meanwhile is loaded too, and saving these must not replace it.
  const version = useRef(verification.version);
  const sent = useRef<FormValues>(undefined);
  const queryClient = useQueryClient();
  const wantsToSubmit = useRef(false);
  const [hasTried, setTried] = useState(false);
  // Recomputed with each save, so that remaining problems appear again, even if unchanged. A missing field is no
  // problem before someone submits.
  const problems = useMemo(
    () =>
      Object.fromEntries(
        Object.entries(missing)
          .filter(([name]) => hasTried || !isAbsent(name, form))
          .map(([name, rule]) => [`form.${name}`, rule]),
      ),
    [verification.version, hasTried],
  );
  const save = useMutation({
    mutationFn: async (values: FormValues) => {
      const submits = wantsToSubmit.current;
      const before = sent.current;
      const saveNow = () => put("/verification", {}, { form: values, version: version.current });
      sent.current = values;
      const saved = await saveNow().catch(async (error: unknown) => {
        // Of a save whose response was lost nobody knows the version.
        const present = before && (await queryClient.fetchQuery({ ...verificationQuery, staleTime: 0 }));
        if (present === undefined || JSON.stringify(present.form) !== JSON.stringify(before)) throw error;
        version.current = present.version;
        return saveNow();
      });
      version.current = saved.version;
      queryClient.setQueryData(verificationQuery.queryKey, saved);
      if (!submits) return "Saved";
      setTried(true);
      if (Object.keys(saved.missing).length > 0) return INCOMPLETE;
      const submitted = await post("/verification/submit", {}, { version: saved.version });
      queryClient.setQueryData(verificationQuery.queryKey, submitted);
      // The rest of the dashboard reads the business's status from the session.
      await queryClient.invalidateQueries({ queryKey: sessionKey });
      return "Submitted for review";
    },
    onSuccess: (text) => {
      toast(text);
      if (text === INCOMPLETE) document.getElementById(MISSING)?.focus();
    },
  });
  const field = (name: Exclude<keyof FormValues, "directors" | "businessType" | "monthlyVolume">) => ({
    name: `form.${name}`,
    label: fieldLabels[name],
    defaultValue: form[name] ?? "",
  });
  return (
    <Form error={save.error} problems={problems} onSubmit={(values) => save.mutate(formOf(values))}>
      <Section title="The business" text="As on your Corporate Affairs Commission certificate.">
        <div className="verification-fields">
          <Select
            name="form.businessType"
            label={fieldLabels.businessType}
            options={Object.entries(businessTypes)}
            placeholder="Choose"
            defaultValue={form.businessType}
          />
          <TextField {...field("registeredName")} autoComplete="organization" />
          <TextField
            {...field("tradingName")}
            description="The name customers know, if it’s different."
            isOptional
          />
          <TextField
            {...field("registrationNumber")}
            description="RC1234567 for a company, BN1234567 for a business name, IT12345 for trustees."
            isCode
          />
          <TextField
            {...field("tin")}
            description="Tax identification number, such as 12345678-0001."
            isCode
          />
          <Select
            name="form.monthlyVolume"
            label={fieldLabels.monthlyVolume}
            options={Object.entries(monthlyVolumes)}
            placeholder="Choose"
            defaultValue={form.monthlyVolume}
          />
          <div className="verification-wide">
            <TextField
              {...field("description")}
              description="One or two sentences: what, and to whom."
              rows={3}
            />
          </div>
        </div>
      </Section>
      <Section title="Address" text="Where you do business.">
        <div className="verification-fields">
          <div className="verification-wide">
            <TextField {...field("street")} autoComplete="street-address" />
          </div>
          <TextField {...field("city")} autoComplete="address-level2" />
          <TextField {...field("state")} autoComplete="address-level1" />
          <TextField {...field("phone")} placeholder="08031234567" type="tel" autoComplete="tel" />
          <TextField {...field("website")} placeholder="https://…" inputMode="url" isOptional />
        </div>
      </Section>
      <Directors directors={form.directors ?? []} />
      {children}
      <Actions>
        <Button
          kind="primary"
          type="submit"
          isPending={save.isPending}
          onPress={() => (wantsToSubmit.current = true)}
        >
          Save and submit
        </Button>
        <Button type="submit" isDisabled={save.isPending} onPress={() => (wantsToSubmit.current = false)}>
          Save draft
        </Button>
      </Actions>
    </Form>
  );
}

/** The people, each with a stable id, so that removing one leaves the others as typed. */
function Directors({ directors }: { directors: Director[] }) {
  const [people, setPeople] = useState(() =>
    (directors.length === 0 ? [undefined] : directors).map((director, id) => ({ id, director })),
  );
  const next = useRef(people.length);
  return (
    <Section title="Owners and directors" text="The owner, every director, or every trustee.">
      {people.map(({ id, director }, index) => (
        <fieldset key={id} className="verification-person box">
          <legend className="note">Person {index + 1}</legend>
          <div className="verification-fields">
            <TextField
              name={`form.directors.${index}.name`}
              label={personLabels.name}
              defaultValue={director?.name ?? ""}
            />
            <Select
              name={`form.directors.${index}.role`}
              label={personLabels.role}
              options={Object.entries(personRoles)}
              defaultValue={director?.role ?? "director"}
            />
            <TextField
              name={`form.directors.${index}.email`}
              label={personLabels.email}
              defaultValue={director?.email ?? ""}
            />
          </div>
          {people.length > 1 && (
            <IconButton
              icon="trash"
              label={`Remove person ${index + 1}`}
              onPress={() => setPeople(people.filter((person) => person.id !== id))}
            />
          )}
        </fieldset>
      ))}
      {people.length < 10 && (
        <Button
          size="small"
          icon="plus"
          onPress={() => setPeople([...people, { id: next.current++, director: undefined }])}
        >
          Add a person
        </Button>
      )}
    </Section>
  );
}

/** Codes: pasted spaces are removed. */
const codes = new Set(["registrationNumber", "tin", "phone"]);

/**
 * The form from its fields' texts, without empty ones. People keep their positions, by which the service names them,
 * except empty ones at the end.
 */
function formOf(values: Record<string, string>): FormValues {
  const form: Record<string, unknown> = {};
  const directors: Record<string, string>[] = [];
  for (const [name, text] of Object.entries(values)) {
    const [, field, index, part] = name.split(".");
    const given = field !== undefined && codes.has(field) ? readCode(text) : trimPasted(text);
    if (field === undefined || given === "") continue;
    if (index === undefined) form[field] = given.replaceAll("\r\n", "\n");
    else (directors[Number(index)] ??= {})[part!] = given;
  }
  const last = directors.findLastIndex(({ name, email }) => name !== undefined || email !== undefined);
  return { ...form, ...(last >= 0 && { directors: directors.slice(0, last + 1) }) } as FormValues;
}
