import type { Command } from 'commander';
import { unsilence } from '../../../jobs/overrides/revoke.ts';
import { silence } from '../../../jobs/overrides/silence.ts';
import { addAnswering } from '../../answering.ts';
import type { Process } from '../../process.ts';

/** `spendwatch silence` and `unsilence`: alerts that nobody wants to hear of for a while. */
export function addSilence(program: Command, self: Process, exit: (code: number) => void): void {
  addAnswering(program, self, exit, {
    name: 'silence',
    argument: '<alerts>',
    about: 'a rule, a rule and a subject as "rule/subject", or "*/subject"; each may be a glob',
    summary: 'say nothing of some alerts for a time, and do nothing for them',
    isReasonNeeded: true,
    isTimed: true,
    question: 'Silence them?',
    examples: [
      'silence credit/main --for 24h --reason "topped up, the bank is slow"',
      'silence "idle*/ml-infra" --reason "load test"',
      'silence "*/ml-infra/train-7b" --for 2h --reason "being moved"',
    ],
    help: 'A project means all that is in it too. What was announced is called off, and announced anew after it.',
    ask: (ledger, { asked, teller, until }) => silence(ledger, { ...teller, asked: asked ?? '', until }),
  });
  addAnswering(program, self, exit, {
    name: 'unsilence',
    argument: '<alerts>',
    about: 'what was silenced, as it was named then, or its id (spendwatch told)',
    summary: 'end a silence before its time',
    isReasonNeeded: false,
    question: null,
    examples: ['unsilence credit/main'],
    ask: (ledger, { asked, teller }) => unsilence(ledger, { ...teller, asked: asked ?? '' }),
  });
}
