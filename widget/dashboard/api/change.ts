import type { ValuesOf } from "./queries.ts";
import type { paths } from "./dist/schema.d.ts";
import type { useAttemptKey } from "./attempt-key.ts";
import { api, dataOf } from "./client.ts";
import { queryClient } from "./query-client.ts";
import { askWhileSent } from "../components/forms/unsaved.ts";
import { toast } from "../components/messages/toasts.tsx";
import { useMutation, type QueryKey } from "@tanstack/react-query";
import { useEffect, useRef } from "react";

type Method = "post" | "put" | "patch";
type BodyOf<Path extends keyof paths, Verb extends Method> = paths[Path] extends {
  [verb in Verb]: { requestBody?: { content: { "application/json": infer Body } } };
}
  ? Body
  : undefined;
type Content<Data> = { content: { "application/json": { data: Data } } };
type ResultOf<Path extends keyof paths, Verb extends Method> = paths[Path] extends {
  [verb in Verb]: { responses: { 200: Content<infer Data> } | { 201: Content<infer Data> } };
}
  ? Data
  : undefined;

/** Sends a change to a route: the values in its path, a body, and the Idempotency-Key of an attempt. */
const sender =
  <Verb extends Method>(verb: Verb) =>
  <Path extends keyof paths>(
    path: Path,
    values: ValuesOf<Path>,
    body?: BodyOf<Path, Verb>,
    key?: string,
  ): Promise<ResultOf<Path, Verb>> => {
    const header = key === undefined ? undefined : { "Idempotency-Key": key };
    const options = { params: { path: values, header }, body };
    return dataOf(api[verb.toUpperCase() as "POST"](path as never, options as never));
  };

export const post = sender("post");
export const put = sender("put");
export const patch = sender("patch");

type ChangeOptions<Data, Variables> = {
  /** The keys of data to reload, also after a refusal, which may be due to a change. */
  reload?: readonly QueryKey[];
  /** The toast. */
  done?: string | ((data: Data, variables: Variables) => string);
  onDone?: (data: Data, variables: Variables) => unknown;
  /** Shows the result's own screen. Someone who has left meanwhile stays where they are: the toast is enough. */
  goOn?: (data: Data) => unknown;
  /** Show a refusal as a toast, if no place on the screen shows it. */
  saysRefusal?: boolean;
  attempt?: ReturnType<typeof useAttemptKey>;
  gcTime?: number;
};

/** Sends a change, and shows its result. */
export function useChange<Data, Variables = void>(
  send: (variables: Variables) => Promise<Data>,
  { reload = [], done, onDone, goOn, saysRefusal = false, attempt, gcTime }: ChangeOptions<Data, Variables>,
) {
  // Someone may leave the place that would show the outcome before it arrives.
  const isLeft = useRef(false);
  useEffect(() => {
    isLeft.current = false;
    return () => void (isLeft.current = true);
  }, []);
  return useMutation({
    mutationFn: (variables: Variables) => askWhileSent(send(variables)),
    gcTime,
    onSuccess: async (data, variables) => {
      if (done !== undefined) toast(typeof done === "string" ? done : done(data, variables));
      await onDone?.(data, variables);
      if (!isLeft.current) await goOn?.(data);
    },
    onError: (error) => (saysRefusal || isLeft.current) && toast(error),
    onSettled: async (_data, error) => {
      attempt?.settled(error);
      const loaded = Promise.all(reload.map((queryKey) => queryClient.invalidateQueries({ queryKey })));
      // A refusal appears at once, and does not wait for the reload, which may fail too.
      if (error === null) await loaded;
    },
  });
}
