import type { Command } from "commander";
import { fullName, withSubcommands } from "./run-program.ts";

/**
 * A bash script with the function `shell`, which runs `run` with its arguments, and the completion of its commands and
 * flags. Load it with `source <(…)`.
 */
export function bashCompletion(program: Command, shell: string, run: string): string {
  const cases = withSubcommands(program).map((command) => {
    const typed = fullName(command).split(" ").slice(1).join(" ");
    const names = command.commands.map((subcommand) => subcommand.name());
    const words = names.length > 0 ? names : [...command.options.map(({ long }) => long), "--help"];
    // After a command without subcommands, flags and their values may precede the word.
    const pattern = names.length > 0 ? `"${typed}"` : `"${typed}" | "${typed} "*`;
    return `    ${pattern}) words="${words.join(" ")}" ;;`;
  });
  const complete = `_${shell.replaceAll("-", "_")}`;
  return `${shell}() { ${run} "$@"; }
${complete}() {
  local words=""
  case "\${COMP_WORDS[*]:1:COMP_CWORD-1}" in
${cases.join("\n")}
  esac
  COMPREPLY=($(compgen -W "$words" -- "\${COMP_WORDS[COMP_CWORD]}"))
}
complete -F ${complete} ${shell}
`;
}
