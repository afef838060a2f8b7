import { useMutation } from "@tanstack/react-query";
import { api, dataOf } from "../api/client.ts";
import { Button } from "../components/forms/button.tsx";
import { PasskeyError } from "../factors/passkey-error.tsx";
import { hasPasskeys, signWithPasskey } from "../factors/use-passkey.ts";
import { factorTexts } from "../texts/factors.ts";
import "../factors/factors.css";

const texts = factorTexts.signIn;

/** Signs in with a passkey: the browser offers those that it has for this site. Nothing in a browser without them. */
export function PasskeySignIn({
  kind = "secondary",
  onDone,
}: {
  kind?: "primary" | "secondary";
  onDone: () => Promise<void>;
}) {
  const signIn = useMutation({
    mutationFn: async () => {
      const credential = await signWithPasskey(await dataOf(api.POST("/sign-in/passkey/begin")));
      await api.POST("/sign-in/passkey", { body: { credential } });
      await onDone();
    },
  });
  if (!hasPasskeys()) return null;
  return (
    <div className="factors-wide">
      <PasskeyError error={signIn.error} failed={texts.failed} />
      <Button
        kind={kind}
        icon="key"
        isPending={signIn.isPending || signIn.isSuccess}
        onPress={() => signIn.mutate()}
      >
        {texts.withPasskey}
      </Button>
    </div>
  );
}
