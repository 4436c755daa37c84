import type { CommandWords } from './words.ts';

/** Completion for bash 3.2 and later; descriptions are not shown there. */
export function bashScript(program: string, commands: readonly CommandWords[]): string {
  const words = commands.map(({ path, subcommands, options, arguments: choices }) => {
    const plain = [...subcommands.map(({ name }) => name), ...choices].join(' ');
    const flags = options.flatMap((option) => option.flags).join(' ');
    return `    ${quoted(path.join(' '))}) words=${quoted(plain)} options=${quoted(flags)} ;;`;
  });
  const values = commands.flatMap(({ path, options }) =>
    options.flatMap(({ flags, value }) =>
      flags.flatMap((flag) => {
        if (value === null) return [];
        const then =
          value === 'path' ? 'files=1' : value === 'text' ? ':' : `words=${quoted(value.join(' '))}`;
        return [`    ${quoted(`${path.join(' ')} ${flag}`)}) ${then}; known=1 ;;`];
      }),
    ),
  );
  const paths = commands.flatMap(({ path }) => (path.length === 0 ? [] : [quoted(path.join(' '))]));
  return `# Completion of ${program} for bash; made by \`${program} completion bash\`.
_${program}() {
  local current="\${COMP_WORDS[COMP_CWORD]}" before="\${COMP_WORDS[COMP_CWORD-1]}"
  local path='' words='' options='' files='' known='' word
  for word in "\${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
    case "\${path:+$path }$word" in
    ${paths.join('|')}) path="\${path:+$path }$word" ;;
    esac
  done
  case "$path $before" in
${values.join('\n')}
  esac
  if [ -z "$known" ]; then
    case "$path" in
${words.join('\n')}
    esac
    case "$current" in -*) words="$options" ;; esac
  fi
  if [ -n "$files" ]; then
    COMPREPLY=($(compgen -f -- "$current"))
  else
    COMPREPLY=($(compgen -W "$words" -- "$current"))
  fi
}
complete -o bashdefault -o default -F _${program} ${program}
`;
}

const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;
