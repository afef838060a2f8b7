import { z } from "zod";

const samplers = [
  "always_on",
  "always_off",
  "traceidratio",
  "parentbased_always_on",
  "parentbased_always_off",
  "parentbased_traceidratio",
] as const;

const endpoint = z.url({ protocol: /^https?$/, error: "must be an http or https URL" }).optional();

/** Standard settings of OpenTelemetry. Its exporter reads these and others itself. */
export const tracingEnvironment = {
  OTEL_EXPORTER_OTLP_ENDPOINT: endpoint.describe(
    "The address of an OpenTelemetry collector, such as http://127.0.0.1:4318: traces go to its " +
      "/v1/traces. The other standard settings of the OTLP exporter work too. Empty: no traces.",
  ),
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: endpoint.describe("The same, as the whole address."),
  OTEL_TRACES_SAMPLER: z
    .enum(samplers, { error: `must be one of ${samplers.join(", ")}` })
    .default("parentbased_always_on")
    .describe(
      "Which traces are sent: also always_off and traceidratio. A parentbased_ prefix changes nothing, " +
        "since every trace starts here. The same for every process.",
    ),
  OTEL_TRACES_SAMPLER_ARG: z.coerce
    .number({ error: "must be a share from 0 to 1" })
    .min(0, { error: "must be a share from 0 to 1" })
    .max(1, { error: "must be a share from 0 to 1" })
    .default(1)
    .describe("With traceidratio: the share of traces, from 0 to 1."),
};

/** The share of traces that are exported, from 0 to 1. */
export type TracingSettings = { sampledShare: number };

/**
 * Undefined where no exporter is set. Every trace begins in this service, and its processes decide by its id alone, so
 * samplers that go by a parent do the same as those they are based on.
 */
export function tracingSettingsOf(
  values: z.output<z.ZodObject<typeof tracingEnvironment>>,
): TracingSettings | undefined {
  const endpoints = [values.OTEL_EXPORTER_OTLP_ENDPOINT, values.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT];
  if (endpoints.every((url) => url === undefined)) return undefined;
  const sampler = values.OTEL_TRACES_SAMPLER.replace("parentbased_", "");
  if (sampler === "traceidratio") return { sampledShare: values.OTEL_TRACES_SAMPLER_ARG };
  return { sampledShare: sampler === "always_on" ? 1 : 0 };
}
