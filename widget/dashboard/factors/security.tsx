import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Loaded } from "../components/messages/loaded.tsx";
import { ScreenSkeleton } from "../components/messages/states.tsx";
import { AuthenticatorApp } from "./authenticator-app.tsx";
import { factorsQuery } from "./factors-queries.ts";
import { Passkeys } from "./passkeys.tsx";
import { NewRecoveryCodes, RecoveryCodes } from "./recovery-codes.tsx";

/** The person's sign-in methods besides the password: sections of the account's screen. */
export function Security() {
  const [codes, setCodes] = useState<string[]>();
  return (
    <Loaded query={useQuery(factorsQuery)} placeholder={<ScreenSkeleton hasTitle />}>
      {({ passkeys, totpSince, recoveryCodesLeft }) => (
        <>
          <Passkeys passkeys={passkeys} onCodes={setCodes} />
          <AuthenticatorApp since={totpSince} onCodes={setCodes} />
          <RecoveryCodes
            left={recoveryCodesLeft}
            hasFactor={passkeys.length > 0 || totpSince !== null}
            onCodes={setCodes}
          />
          {codes && <NewRecoveryCodes codes={codes} onClose={() => setCodes(undefined)} />}
        </>
      )}
    </Loaded>
  );
}
