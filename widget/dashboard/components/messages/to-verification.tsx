import { words } from "../../texts/words.ts";
import { ButtonLink } from "../layout/link.tsx";

/** Where somebody goes whose business may not do something in live yet. */
export function ToVerification() {
  return (
    <ButtonLink size="small" to="/$environment/settings/verification" params={{ environment: "live" }}>
      {words.toVerification}
    </ButtonLink>
  );
}
