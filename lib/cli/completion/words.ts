import type { Command, Option } from 'commander';

/** An option with the values that a shell completes. */
export type OptionWords = {
  /** The names of the option, such as "--project" or "-V". */
  readonly flags: readonly string[];
  readonly summary: string;
  /** Its value: one of these words, a file or folder, or other text; `null` when it takes none. */
  readonly value: readonly string[] | 'path' | 'text' | null;
};

/** A command with the subcommands, options and arguments that may follow it. */
export type CommandWords = {
  /** The words of the command: "policy check" is ["policy", "check"]; empty for the program itself. */
  readonly path: readonly string[];
  readonly summary: string;
  readonly options: readonly OptionWords[];
  readonly subcommands: readonly { readonly name: string; readonly summary: string }[];
  readonly arguments: readonly string[];
};

/** Lists the commands of the program, the program itself first. */
export function wordsOf(program: Command, path: readonly string[] = []): CommandWords[] {
  const help = program.createHelp();
  const subcommands = help.visibleCommands(program).filter((command) => command.name() !== 'help');
  const own: CommandWords = {
    path,
    summary: program.description(),
    options: help.visibleOptions(program).map(optionWords),
    subcommands: subcommands.map((command) => ({ name: command.name(), summary: command.description() })),
    arguments: program.registeredArguments.flatMap(({ argChoices = [] }) => argChoices),
  };
  return [own, ...subcommands.flatMap((command) => wordsOf(command, [...path, command.name()]))];
}

const ofPaths = /<(file|folder)>/;

function optionWords({
  short,
  long,
  description,
  argChoices,
  required,
  optional,
  flags,
}: Option): OptionWords {
  const takes = required || optional;
  const value = argChoices ?? (ofPaths.test(flags) ? 'path' : 'text');
  return {
    flags: [short, long].filter((flag) => flag !== undefined),
    summary: description,
    value: takes ? value : null,
  };
}
