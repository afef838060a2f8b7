import { useMutation } from "@tanstack/react-query";
import { post } from "../api/change.ts";
import { Button } from "../components/forms/button.tsx";
import { PasskeyError } from "../factors/passkey-error.tsx";
import { hasPasskeys, signWithPasskey } from "../factors/use-passkey.ts";

type PasskeySignInProps = {
  kind?: "primary" | "secondary";
  onDone: () => Promise<void>;
};

/** Signs in with a passkey: the browser offers those for this site. Nothing in browsers without passkeys. */
export function PasskeySignIn({ kind = "secondary", onDone }: PasskeySignInProps) {
  const signIn = useMutation({
    mutationFn: async () => {
      const credential = await signWithPasskey(await post("/sign-in/passkey/begin", {}));
      await post("/sign-in/passkey", {}, { credential });
      await onDone();
    },
  });
  if (!hasPasskeys()) return null;
  return (
    <div className="stack">
      <PasskeyError
        error={signIn.error}
        failed="You weren’t signed in. You may have canceled, or this device has no passkey for this site."
      />
      <Button
        kind={kind}
        icon="key"
        isPending={signIn.isPending || signIn.isSuccess}
        onPress={() => signIn.mutate()}
      >
        Sign in with a passkey
      </Button>
    </div>
  );
}
