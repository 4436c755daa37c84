import type { Command } from 'commander';
import { unsilence } from '../../../jobs/overrides/revoke.ts';
import { silence } from '../../../jobs/overrides/silence.ts';
import { addAnswering } from '../../answering.ts';
import type { Process } from '../../process.ts';

/** `spendwatch silence` and `unsilence`: mute alerts for a time. */
export function addSilence(program: Command, self: Process, exit: (code: number) => void): void {
  addAnswering(program, self, exit, {
    name: 'silence',
    argument: '<alerts>',
    about: 'a rule, "rule/subject" or "*/subject"; each part may be a glob',
    summary: 'mute alerts for a time, and take no actions for them',
    isReasonNeeded: true,
    isTimed: true,
    question: 'Silence them?',
    examples: [
      'silence credit/main --for 24h --reason "topped up, the bank is slow"',
      'silence "idle*/ml-infra" --reason "load test"',
      'silence "*/ml-infra/train-7b" --for 2h --reason "being moved"',
    ],
    help: 'A project includes everything in it. Announced actions are cancelled, and announced again afterwards.',
    ask: (ledger, { asked, request, until }) => silence(ledger, { ...request, asked: asked ?? '', until }),
  });
  addAnswering(program, self, exit, {
    name: 'unsilence',
    argument: '<alerts>',
    about: 'the name used with silence, or the override ID (spendwatch overrides)',
    summary: 'end a silence early',
    isReasonNeeded: false,
    question: null,
    examples: ['unsilence credit/main'],
    ask: (ledger, { asked, request }) => unsilence(ledger, { ...request, asked: asked ?? '' }),
  });
}
