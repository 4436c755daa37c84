import type { Command } from 'commander';
import { order } from '../../../jobs/overrides/order.ts';
import { type Answering, addAnswering } from '../../answering.ts';
import type { Process } from '../../process.ts';

/** `spendwatch stop` and `start`: one resource, now, whatever rules say. */
export function addOrder(program: Command, self: Process, exit: (code: number) => void): void {
  const both = {
    argument: '<resource>',
    about: 'a VM or machine',
    isReasonNeeded: false,
    help: `It is done after the next look, also by a policy that only observes, or within an hour not at all.
What is protected, kept or paused is not touched. An order is taken up once.`,
  } satisfies Partial<Answering>;
  addAnswering(program, self, exit, {
    ...both,
    name: 'stop',
    summary: 'have a VM stopped, or a machine switched off, after the next look',
    question: 'Stop it?',
    examples: ['stop ml-infra/train-7b --reason "done with it"'],
    ask: (ledger, { asked, teller }) => order(ledger, { ...teller, action: 'stop', asked: asked ?? '' }),
  });
  addAnswering(program, self, exit, {
    ...both,
    name: 'start',
    summary: 'have a VM started, or a machine switched on, after the next look',
    question: null,
    examples: ['start ml-infra/train-7b'],
    ask: (ledger, { asked, teller }) => order(ledger, { ...teller, action: 'start', asked: asked ?? '' }),
  });
}
