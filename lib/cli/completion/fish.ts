import type { CommandWords, OptionWords } from './words.ts';

/** Completion for fish, with descriptions. */
export function fishScript(program: string, commands: readonly CommandWords[]): string {
  const lines = commands.flatMap(({ path, options, subcommands, arguments: choices }) => {
    const when = conditionOf(
      path,
      subcommands.map(({ name }) => name),
    );
    const start = `complete -c ${program} -n ${quoted(when)}`;
    return [
      ...subcommands.map(({ name, summary }) => `${start} -f -a ${name} -d ${quoted(summary)}`),
      ...(choices.length === 0 ? [] : [`${start} -f -a ${quoted(choices.join(' '))}`]),
      ...options.map((option) => `${start} ${optionOf(option)}`),
    ];
  });
  return `# Completion of ${program} for fish; made by \`${program} completion fish\`.
${lines.join('\n')}
`;
}

/** All words of the path were typed, and none that would lead further. */
function conditionOf(path: readonly string[], further: readonly string[]): string {
  if (path.length === 0) return '__fish_use_subcommand';
  const seen = path.map((word) => `__fish_seen_subcommand_from ${word}`);
  const none = further.length === 0 ? [] : [`not __fish_seen_subcommand_from ${further.join(' ')}`];
  return [...seen, ...none].join('; and ');
}

function optionOf({ flags, summary, value }: OptionWords): string {
  const names = flags.map((flag) => (flag.startsWith('--') ? `-l ${flag.slice(2)}` : `-s ${flag.slice(1)}`));
  const takes =
    value === null
      ? ''
      : value === 'path'
        ? '-rF '
        : value === 'text'
          ? '-x '
          : `-x -a ${quoted(value.join(' '))} `;
  return `${names.join(' ')} ${takes}-d ${quoted(summary)}`;
}

const quoted = (text: string): string => `'${text.replace(/['\\]/g, (letter) => `\\${letter}`)}'`;
