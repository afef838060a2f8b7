import { randomInt } from "node:crypto";
import { Command, InvalidArgumentError, Option } from "commander";

/** A laboratory's command. Ctrl-C ends it and everything it has started. */
export function createCommand(name: string, description: string): Command {
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => process.exit(1));
  return new Command(name).description(description);
}

/** The option of a randomised laboratory: the same seed repeats the same run. */
export function seedOption(): Option {
  return new Option("--seed <number>", "what everything is drawn from")
    .argParser(whole())
    .default(randomInt(1, 2 ** 31), "a random one");
}

/** Reads a whole number. */
export function whole(least = 1): (text: string) => number {
  return (text) => {
    if (!/^\d{1,10}$/.test(text) || Number(text) < least)
      throw new InvalidArgumentError(`It must be a whole number from ${least}.`);
    return Number(text);
  };
}

/** Reads a number above 0. */
export function positive(text: string): number {
  const number = Number(text);
  if (!(number > 0 && number <= 1_000_000)) throw new InvalidArgumentError("It must be a number above 0.");
  return number;
}

/** Reads known names, separated by commas. */
export function namesOf<Name extends string>(all: readonly Name[]): (text: string) => Name[] {
  return (text) =>
    text.split(",").map((given) => {
      const name = all.find((known) => known === given);
      if (name === undefined)
        throw new InvalidArgumentError(`There is no ${given}. There are: ${all.join(", ")}.`);
      return name;
    });
}

/** A run's settings in one line, to repeat it. */
export function describeSettings(settings: object): string {
  return Object.entries(settings)
    .map(([name, value]) => `${name} ${value}`)
    .join(", ");
}
