import { setTimeout as sleep } from "node:timers/promises";
import { exportSpansBy } from "./spans.ts";
import type { TracingSettings } from "./tracing-settings.ts";

/** How long the last spans may take to be sent when a process stops. */
const STOP_MS = 2_000;

/**
 * Has spans exported from now on, where an exporter is set. Only then is OpenTelemetry loaded. Returns what sends the
 * last ones, which takes two seconds at most and never rejects.
 *
 * @param onError called when the collector took spans and then took none, once until it takes some again
 */
export async function startExporter(
  settings: TracingSettings | undefined,
  service: string,
  onError: (error: Error) => void,
): Promise<() => Promise<void>> {
  if (settings === undefined) return async () => {};
  const { createExporter } = await import("./create-exporter.ts");
  const exporter = createExporter(settings, service, onError);
  exportSpansBy(exporter);
  return () => Promise.race([exporter.stop(), sleep(STOP_MS, undefined, { ref: false })]);
}
