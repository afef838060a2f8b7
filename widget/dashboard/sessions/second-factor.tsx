import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { post } from "../api/change.ts";
import { Button } from "../components/forms/button.tsx";
import { TextField } from "../components/forms/fields.tsx";
import { Form, Submit } from "../components/forms/form.tsx";
import { PageHeader } from "../components/layout/page-header.tsx";
import { PasskeySignIn } from "./passkey-sign-in.tsx";

type Way = "totp" | "recovery" | "passkey";

type SecondFactorProps = {
  factors: readonly ("passkey" | "totp")[];
  onDone: () => Promise<void>;
};

/** After the right password, takes one of the person's second factors, or a recovery code. */
export function SecondFactor({ factors, onDone }: SecondFactorProps) {
  const [way, setWay] = useState<Way>(factors.includes("totp") ? "totp" : "passkey");
  const finish = useMutation({
    mutationFn: async (code: string) => {
      if (way === "totp") await post("/sign-in/totp", {}, { code });
      else await post("/sign-in/recovery-code", {}, { code });
      await onDone();
    },
  });
  const change = (to: Way) => {
    finish.reset();
    setWay(to);
  };
  return (
    <>
      <PageHeader
        title="One more step"
        text={
          {
            totp: "Enter the code from your authenticator app.",
            recovery: "Enter one of your recovery codes. It works once.",
            passkey: "Your account is protected by a passkey. Use it, or a recovery code.",
          }[way]
        }
      />
      {way === "passkey" ? (
        <PasskeySignIn kind="primary" onDone={onDone} />
      ) : (
        <Form key={way} error={finish.error} onSubmit={({ code = "" }) => finish.mutate(code)}>
          <TextField
            label={way === "totp" ? "Code" : "Recovery code"}
            description={way === "totp" ? "Six digits." : undefined}
            name="code"
            inputMode={way === "totp" ? "numeric" : "text"}
            autoComplete={way === "totp" ? "one-time-code" : "off"}
            isCode
            isRequired
            autoFocus
          />
          <Submit change={finish}>Sign in</Submit>
        </Form>
      )}
      <div className="signed-out-foot">
        {way !== "totp" && factors.includes("totp") && (
          <Button kind="quiet" size="small" onPress={() => change("totp")}>
            Use a code from the app
          </Button>
        )}
        {way !== "passkey" && factors.includes("passkey") && (
          <Button kind="quiet" size="small" onPress={() => change("passkey")}>
            Use a passkey
          </Button>
        )}
        {way !== "recovery" && (
          <Button kind="quiet" size="small" onPress={() => change("recovery")}>
            Use a recovery code
          </Button>
        )}
      </div>
    </>
  );
}
