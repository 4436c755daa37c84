import type { Command } from 'commander';
import { keep } from '../../../jobs/overrides/keep.ts';
import { unkeep } from '../../../jobs/overrides/revoke.ts';
import { addAnswering } from '../../answering.ts';
import type { Process } from '../../process.ts';

/** `spendwatch keep` and `unkeep`: what nobody but people may touch. */
export function addKeep(program: Command, self: Process, exit: (code: number) => void): void {
  addAnswering(program, self, exit, {
    name: 'keep',
    argument: '<resource>',
    about: 'a resource, a project for all that is in it, or a glob such as "ml-infra/train-*"',
    summary: 'keep resources from being touched, whatever rules and orders say',
    isReasonNeeded: true,
    isTimed: true,
    question: null,
    examples: [
      'keep ml-infra/train-7b --for 7d --reason "the long run"',
      'keep "ml-infra/*" --until 2026-12-01 --reason "moving house"',
    ],
    help: 'What is to be kept for good belongs under protect in the policy. Alerts are said all the same.',
    ask: (ledger, { asked, teller, until }) => keep(ledger, { ...teller, asked: asked ?? '', until }),
  });
  addAnswering(program, self, exit, {
    name: 'unkeep',
    argument: '<resource>',
    about: 'what was kept, as it was named then, or its id (spendwatch told)',
    summary: 'end a keep before its time',
    isReasonNeeded: false,
    question: null,
    examples: ['unkeep ml-infra/train-7b'],
    ask: (ledger, { asked, teller }) => unkeep(ledger, { ...teller, asked: asked ?? '' }),
  });
}
