import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { api } from "../api/client.ts";
import { Button } from "../components/forms/button.tsx";
import { TextField } from "../components/forms/fields.tsx";
import { Form, FormActions } from "../components/forms/form.tsx";
import { PageHeader } from "../components/layout/page-header.tsx";
import { factorTexts } from "../texts/factors.ts";
import { PasskeySignIn } from "./passkey-sign-in.tsx";

const texts = factorTexts.secondStep;

type Way = "totp" | "recovery" | "passkey";

/** After the right password: asks for one of the person's second factors, or a recovery code. */
export function SecondFactor({
  factors,
  onDone,
}: {
  factors: readonly ("passkey" | "totp")[];
  onDone: () => Promise<void>;
}) {
  const [way, setWay] = useState<Way>(factors.includes("totp") ? "totp" : "passkey");
  const finish = useMutation({
    mutationFn: async (code: string) => {
      if (way === "totp") await api.POST("/sign-in/totp", { body: { code } });
      else await api.POST("/sign-in/recovery-code", { body: { code } });
      await onDone();
    },
  });
  const change = (to: Way) => {
    finish.reset();
    setWay(to);
  };
  const isBusy = finish.isPending || finish.isSuccess;
  return (
    <>
      <PageHeader
        title={texts.title}
        text={{ totp: texts.text, recovery: texts.recoveryText, passkey: texts.passkeyText }[way]}
      />
      {way === "passkey" ? (
        <PasskeySignIn kind="primary" onDone={onDone} />
      ) : (
        <Form key={way} error={finish.error} onSubmit={({ code = "" }) => finish.mutate(code)}>
          <TextField
            label={way === "totp" ? texts.code : texts.recoveryCode}
            description={way === "totp" ? texts.codeHint : undefined}
            name="code"
            inputMode={way === "totp" ? "numeric" : "text"}
            autoComplete={way === "totp" ? "one-time-code" : "off"}
            isCode
            isRequired
            autoFocus
          />
          <FormActions>
            <Button kind="primary" type="submit" isPending={isBusy}>
              {texts.submit}
            </Button>
          </FormActions>
        </Form>
      )}
      <div className="factors-others">
        {way !== "totp" && factors.includes("totp") && (
          <Button kind="quiet" size="small" onPress={() => change("totp")}>
            {texts.byCode}
          </Button>
        )}
        {way !== "passkey" && factors.includes("passkey") && (
          <Button kind="quiet" size="small" onPress={() => change("passkey")}>
            {texts.byPasskey}
          </Button>
        )}
        {way !== "recovery" && (
          <Button kind="quiet" size="small" onPress={() => change("recovery")}>
            {texts.byRecovery}
          </Button>
        )}
      </div>
    </>
  );
}
