import { Argument, type Command } from 'commander';
import { bashScript } from '../completion/bash.ts';
import { fishScript } from '../completion/fish.ts';
import { wordsOf } from '../completion/words.ts';
import { zshScript } from '../completion/zsh.ts';
import type { Process } from '../process.ts';

const scripts = { bash: bashScript, zsh: zshScript, fish: fishScript } as const;

/**
 * `spendwatch completion`: a script that completes commands, options and their values. It is made of the commands
 * as they are here, and knows them all by itself: a completion that asked the program at every key would wait for
 * Node to start each time.
 */
export function addCompletion(program: Command, { stdout }: Process): void {
  program
    .command('completion')
    .description('print a script that lets a shell complete commands, options and their values')
    .addArgument(new Argument('<shell>', 'which one').choices(Object.keys(scripts)))
    .addHelpText(
      'after',
      `
Examples:
  source <(spendwatch completion bash)                                  in ~/.bashrc
  source <(spendwatch completion zsh)                                   in ~/.zshrc, after compinit
  spendwatch completion fish > ~/.config/fish/completions/spendwatch.fish

Exit codes: 0 printed, 2 there is none for that shell.`,
    )
    .action((shell: keyof typeof scripts) => {
      stdout.write(scripts[shell](program.name(), wordsOf(program)));
    });
}
