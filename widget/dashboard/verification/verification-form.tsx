import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useMemo, useRef, useState } from "react";
import { api, dataOf } from "../api/client.ts";
import { sessionKey } from "../api/query-client.ts";
import type { Verification } from "../api/types.ts";
import { Button, IconButton } from "../components/forms/button.tsx";
import { TextField } from "../components/forms/fields.tsx";
import { Form, FormActions } from "../components/forms/form.tsx";
import { Section } from "../components/layout/section.tsx";
import { Select } from "../components/forms/select.tsx";
import { toast } from "../components/messages/toasts.tsx";
import { verificationTexts as texts } from "../texts/verification.ts";
import { verificationQuery } from "./verification-queries.ts";

type FormValues = Verification["form"];
type Director = NonNullable<FormValues["directors"]>[number];

/** The id of the list of what is missing, to which a draft leads that could not be submitted. */
export const MISSING = "verification-missing";

/** Whether something was not filled in, or sent, at all: from what the service says of it. */
export const isAbsent = (rule: string) => rule === "is required" || rule === "must name at least one person";

/**
 * The form of a draft, and its documents, which are sent at once, as its children. Fields have the names that the API
 * gives them in a refusal: form.city.
 */
export function VerificationForm({
  verification,
  children,
}: {
  verification: Verification;
  children: React.ReactNode;
}) {
  const { form, version, missing } = verification;
  const queryClient = useQueryClient();
  const wantsToSubmit = useRef(false);
  const [hasTried, setTried] = useState(false);
  // Anew with each save: what is still wrong then is said again, also where it is the same. What is not filled in yet
  // is no mistake before somebody wants to submit.
  const problems = useMemo(
    () =>
      Object.fromEntries(
        Object.entries(missing)
          .filter(([, rule]) => hasTried || !isAbsent(rule))
          .map(([name, rule]) => [`form.${name}`, rule]),
      ),
    [version, hasTried],
  );
  const save = useMutation({
    mutationFn: async (values: FormValues) => {
      const submits = wantsToSubmit.current;
      const saved = await dataOf(api.PUT("/verification", { body: { form: values, version } }));
      queryClient.setQueryData(verificationQuery.queryKey, saved);
      if (!submits) return texts.saved;
      setTried(true);
      if (Object.keys(saved.missing).length > 0) return texts.incomplete;
      const submitted = await dataOf(api.POST("/verification/submit", { body: { version: saved.version } }));
      queryClient.setQueryData(verificationQuery.queryKey, submitted);
      // The rest of the dashboard knows how far the business is from the session.
      await queryClient.invalidateQueries({ queryKey: sessionKey });
      return texts.handedIn;
    },
    onSuccess: (text) => {
      toast(text);
      if (text === texts.incomplete) document.getElementById(MISSING)?.focus();
    },
  });
  const { fields, hints, parts } = texts;
  const field = (name: Exclude<keyof FormValues, "directors" | "businessType" | "monthlyVolume">) => ({
    name: `form.${name}`,
    label: fields[name],
    defaultValue: form[name] ?? "",
  });
  return (
    <Form error={save.error} problems={problems} onSubmit={(values) => save.mutate(formOf(values))}>
      <Section title={parts.business} text={parts.businessText}>
        <div className="verification-fields">
          <Select
            name="form.businessType"
            label={fields.businessType}
            options={Object.entries(texts.businessTypes)}
            placeholder={texts.choose}
            {...(form.businessType && { defaultValue: form.businessType })}
          />
          <TextField {...field("registeredName")} autoComplete="organization" />
          <TextField {...field("tradingName")} description={hints.tradingName} isOptional />
          <TextField {...field("registrationNumber")} description={hints.registrationNumber} isCode />
          <TextField {...field("tin")} description={hints.tin} isCode />
          <Select
            name="form.monthlyVolume"
            label={fields.monthlyVolume}
            options={Object.entries(texts.volumes)}
            placeholder={texts.choose}
            {...(form.monthlyVolume && { defaultValue: form.monthlyVolume })}
          />
          <div className="verification-wide">
            <TextField {...field("description")} description={hints.description} rows={3} />
          </div>
        </div>
      </Section>
      <Section title={parts.contact} text={parts.contactText}>
        <div className="verification-fields">
          <div className="verification-wide">
            <TextField {...field("street")} autoComplete="street-address" />
          </div>
          <TextField {...field("city")} autoComplete="address-level2" />
          <TextField {...field("state")} autoComplete="address-level1" />
          <TextField {...field("phone")} placeholder={hints.phone} type="tel" autoComplete="tel" />
          <TextField {...field("website")} placeholder={hints.website} inputMode="url" isOptional />
        </div>
      </Section>
      <Directors directors={form.directors ?? []} />
      {children}
      <FormActions>
        <Button
          kind="primary"
          type="submit"
          isPending={save.isPending}
          onPress={() => (wantsToSubmit.current = true)}
        >
          {texts.submit}
        </Button>
        <Button type="submit" isDisabled={save.isPending} onPress={() => (wantsToSubmit.current = false)}>
          {texts.save}
        </Button>
      </FormActions>
    </Form>
  );
}

/** The people, each with a number of their own, so that removing one leaves the others as they were typed. */
function Directors({ directors }: { directors: Director[] }) {
  const [people, setPeople] = useState(() =>
    (directors.length === 0 ? [undefined] : directors).map((director, id) => ({ id, director })),
  );
  const next = useRef(people.length);
  return (
    <Section title={texts.parts.directors} text={texts.parts.directorsText}>
      {people.map(({ id, director }, index) => (
        <fieldset key={id} className="verification-person">
          <legend>{texts.directors.person(index + 1)}</legend>
          <div className="verification-fields verification-three">
            <TextField
              name={`form.directors.${index}.name`}
              label={texts.directors.name}
              defaultValue={director?.name ?? ""}
            />
            <Select
              name={`form.directors.${index}.role`}
              label={texts.directors.role}
              options={Object.entries(texts.directors.roles)}
              defaultValue={director?.role ?? "director"}
            />
            <TextField
              name={`form.directors.${index}.email`}
              label={texts.directors.email}
              defaultValue={director?.email ?? ""}
            />
          </div>
          {people.length > 1 && (
            <IconButton
              icon="trash"
              label={texts.directors.remove(index + 1)}
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
          {texts.directors.add}
        </Button>
      )}
    </Section>
  );
}

/**
 * The form of its fields' texts. What is empty was not filled in. People keep their places, by which the service names
 * them, except at the end, where nobody has a name or an address.
 */
function formOf(values: Record<string, string>): FormValues {
  const form: Record<string, unknown> = {};
  const directors: Record<string, string>[] = [];
  for (const [name, text] of Object.entries(values)) {
    const [, member, index, part] = name.split(".");
    if (member === undefined || text.trim() === "") continue;
    if (index === undefined) form[member] = text.trim().replaceAll("\r\n", "\n");
    else (directors[Number(index)] ??= {})[part!] = text.trim();
  }
  const last = directors.findLastIndex(({ name, email }) => name !== undefined || email !== undefined);
  return { ...form, ...(last >= 0 && { directors: directors.slice(0, last + 1) }) } as FormValues;
}
