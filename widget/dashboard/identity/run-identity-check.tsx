import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { useAttemptKey } from "../api/attempt-key.ts";
import { post, useChange } from "../api/change.ts";
import { TextField } from "../components/forms/fields.tsx";
import { readCode } from "../components/forms/pasted.ts";
import { Select } from "../components/forms/select.tsx";
import { FormDialog } from "../components/layout/dialog.tsx";
import { useEnvironment } from "../shell/environment.ts";
import { identityTypes } from "./identity-states.ts";

/** Takes a BVN or NIN and a phone number, and shows the result. Nothing of them is stored here. */
export function RunIdentityCheck({ onClose }: { onClose: () => void }) {
  const environment = useEnvironment();
  const navigate = useNavigate();
  const [type, setType] = useState<"bvn" | "nin">("bvn");
  // Each check is charged.
  const attempt = useAttemptKey(`${environment}-${type}-check`);
  const check = useChange(
    (values: Record<string, string>) => {
      const number = readCode(values[type]!).replaceAll("-", "");
      const phone = values["phone"]!.trim();
      return type === "bvn"
        ? post("/{environment}/kyc/bvn", { environment }, { bvn: number, phone }, attempt.key())
        : post("/{environment}/kyc/nin", { environment }, { nin: number, phone }, attempt.key());
    },
    {
      attempt,
      gcTime: 0,
      reload: [[environment]],
      done: ({ verified }) => (verified ? "Identity matched" : "Identity didn’t match"),
      goOn: ({ reference }) =>
        navigate({ to: "/$environment/identity-checks/$reference", params: { environment, reference } }),
    },
  );
  return (
    <FormDialog title="Check an identity" submit="Check" change={check} onClose={onClose}>
      <Select
        label="ID type"
        value={type}
        onChange={setType}
        options={Object.entries(identityTypes) as ["bvn" | "nin", string][]}
      />
      <TextField
        key={type}
        name={type}
        label="Number"
        description="11 digits."
        inputMode="numeric"
        autoComplete="off"
        isCode
        isRequired
      />
      <TextField
        name="phone"
        label="Phone number"
        description="The number that should be on the record."
        type="tel"
        autoComplete="off"
        isCode
        isRequired
      />
      <p className="note">
        {environment === "test"
          ? "In test mode, any 11 digits match the phone number they were first checked with."
          : "You’re charged for the first check of each number, whatever the result."}
      </p>
    </FormDialog>
  );
}
