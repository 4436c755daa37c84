import { Argument, type Command } from 'commander';
import { bashScript } from '../completion/bash.ts';
import { fishScript } from '../completion/fish.ts';
import { wordsOf } from '../completion/words.ts';
import { zshScript } from '../completion/zsh.ts';
import type { Process } from '../process.ts';

const scripts = { bash: bashScript, zsh: zshScript, fish: fishScript } as const;

/**
 * `spendwatch completion`: prints a shell script that completes commands, options and their values. The script lists
 * all of them, so that a completion does not have to start Node.
 */
export function addCompletion(program: Command, { stdout }: Process): void {
  program
    .command('completion')
    .description('print a completion script for bash, zsh or fish')
    .addArgument(new Argument('<shell>', 'the shell').choices(Object.keys(scripts)))
    .addHelpText(
      'after',
      `
Examples:
  source <(spendwatch completion bash)                                  in ~/.bashrc
  source <(spendwatch completion zsh)                                   in ~/.zshrc, after compinit
  spendwatch completion fish > ~/.config/fish/completions/spendwatch.fish

Exit codes: 0 success, 2 the shell is not supported.`,
    )
    .action((shell: keyof typeof scripts) => {
      stdout.write(scripts[shell](program.name(), wordsOf(program)));
    });
}
