import type { Fault } from "../run.ts";

export const fault: Fault = {
  name: "reset a process' connections to the database",
  weight: 2,
  async play({ ingresses, workers }, random) {
    const member = random.pick([...ingresses, ...workers]);
    member.database.cutAll();
    return member.name;
  },
};
