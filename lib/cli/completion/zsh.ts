import type { CommandWords, OptionWords } from './words.ts';

/** Completion for zsh, with descriptions. */
export function zshScript(program: string, commands: readonly CommandWords[]): string {
  return `#compdef ${program}
# Completion of ${program} for zsh; made by \`${program} completion zsh\`.
${commands.map((command) => functionOf(program, command)).join('\n')}
compdef _${program} ${program}
`;
}

const nameOf = (program: string, path: readonly string[]): string => ['', program, ...path].join('_');

function functionOf(
  program: string,
  { path, options, subcommands, arguments: choices }: CommandWords,
): string {
  const specs = options.flatMap(optionSpecs);
  const name = nameOf(program, path);
  if (subcommands.length === 0) {
    const rest = choices.length === 0 ? "'*:file:_files'" : quoted(`1:value:(${choices.join(' ')})`);
    return `${name}() {\n  _arguments -s ${[...specs, rest].join(' \\\n    ')}\n}`;
  }
  const described = subcommands.map((command) => quoted(`${plain(command.name)}:${command.summary}`));
  const branches = subcommands.map(
    ({ name: command }) => `    ${command}) ${nameOf(program, [...path, command])} ;;`,
  );
  return `${name}() {
  local line state
  _arguments -C ${[...specs, "'1: :->command'", "'*:: :->rest'"].join(' \\\n    ')}
  case $state in
  command)
    local -a commands=(${described.map((text) => `\n      ${text}`).join('')}
    )
    _describe command commands
    ;;
  rest)
    case $line[1] in
${branches.join('\n')}
    esac
    ;;
  esac
}`;
}

/** "--project[in these projects only]:value:". */
function optionSpecs({ flags, summary, value }: OptionWords): string[] {
  const told = summary.replace(/[[\]\\:]/g, (letter) => `\\${letter}`);
  const then =
    value === null
      ? ''
      : value === 'path'
        ? ':path:_files'
        : value === 'text'
          ? ':value:'
          : `:value:(${value.join(' ')})`;
  return flags.map((flag) => quoted(`${flag}[${told}]${then}`));
}

const plain = (text: string): string => text.replaceAll(':', '\\:');
const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;
