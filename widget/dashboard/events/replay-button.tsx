import { useMutation, useQueryClient } from "@tanstack/react-query";
import { api, dataOf } from "../api/client.ts";
import { useMay } from "../api/permissions.ts";
import { Button } from "../components/forms/button.tsx";
import { toast } from "../components/messages/toasts.tsx";
import { useEnvironment } from "../shell/environment.ts";
import { eventTexts } from "../texts/events.ts";

const texts = eventTexts.replay;

/** Sends an event again; nothing for whom that is not allowed. */
export function ReplayButton({ reference }: { reference: string }) {
  const environment = useEnvironment();
  const mayDevelop = useMay("develop");
  const queryClient = useQueryClient();
  const replay = useMutation({
    mutationFn: () =>
      dataOf(
        api.POST("/{environment}/events/{reference}/replay", {
          params: { path: { environment, reference } },
        }),
      ),
    onSuccess: () => {
      void queryClient.invalidateQueries({ queryKey: [environment, "events"] });
      toast(texts.done);
    },
    onError: (error) => toast(error),
  });
  if (!mayDevelop) return null;
  return (
    <Button kind="primary" icon="refresh" isPending={replay.isPending} onPress={() => replay.mutate()}>
      {texts.action}
    </Button>
  );
}
