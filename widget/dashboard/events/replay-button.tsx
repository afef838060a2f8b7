import { useMay } from "../api/permissions.ts";
import { post, useChange } from "../api/change.ts";
import { Button } from "../components/forms/button.tsx";
import { useEnvironment } from "../shell/environment.ts";

/** Sends an event again; hidden without the permission. */
export function ReplayButton({ reference }: { reference: string }) {
  const environment = useEnvironment();
  const mayDevelop = useMay("develop");
  const replay = useChange(
    () => post("/{environment}/events/{reference}/replay", { environment, reference }),
    {
      reload: [[environment, "events"]],
      done: "Sending the event again.",
      saysRefusal: true,
    },
  );
  if (!mayDevelop) return null;
  return (
    <Button kind="primary" icon="refresh" isPending={replay.isPending} onPress={() => replay.mutate()}>
      Replay
    </Button>
  );
}
