import type { Command } from 'commander';
import { keep } from '../../../jobs/overrides/keep.ts';
import { unkeep } from '../../../jobs/overrides/revoke.ts';
import { addAnswering } from '../../answering.ts';
import type { Process } from '../../process.ts';

/** `spendwatch keep` and `unkeep`: protect resources from all actions for a time. */
export function addKeep(program: Command, self: Process, exit: (code: number) => void): void {
  addAnswering(program, self, exit, {
    name: 'keep',
    argument: '<resource>',
    about: 'a resource, a project (everything in it), or a glob such as "ml-infra/train-*"',
    summary: 'protect resources from actions of rules and orders for a time',
    isReasonNeeded: true,
    isTimed: true,
    question: null,
    options: (command) =>
      command
        .option('--purpose <text>', 'what they are needed for; enough as a reason')
        .option('--owner <name>', 'who needs them'),
    examples: [
      'keep ml-infra/train-7b --for 8h --purpose "nightly training" --owner ada',
      'keep ml-infra/train-7b --for 7d --reason "the long run"',
      'keep "ml-infra/*" --until 2026-12-01 --reason "moving house"',
    ],
    help: 'For permanent protection, use protect in the policy. Alerts are still sent.',
    ask: (ledger, { asked, request, until, claim }) =>
      keep(ledger, { ...request, ...claim, asked: asked ?? '', until }),
  });
  addAnswering(program, self, exit, {
    name: 'unkeep',
    argument: '<resource>',
    about: 'the name used with keep, or the override ID (spendwatch overrides)',
    summary: 'end a keep early',
    isReasonNeeded: false,
    question: null,
    examples: ['unkeep ml-infra/train-7b'],
    ask: (ledger, { asked, request }) => unkeep(ledger, { ...request, asked: asked ?? '' }),
  });
}
