import type { Command } from 'commander';
import { order } from '../../../jobs/overrides/order.ts';
import { type Answering, addAnswering } from '../../answering.ts';
import type { Process } from '../../process.ts';

/** `spendwatch stop` and `start`: order an action on one resource, independent of rules. */
export function addOrder(program: Command, self: Process, exit: (code: number) => void): void {
  const both = {
    argument: '<resource>',
    about: 'a VM or machine',
    isReasonNeeded: false,
    help: `Carried out after the next poll, also under mode: observe. An order runs at most once and expires after
an hour. Protected, kept and paused resources are not touched.`,
  } satisfies Partial<Answering>;
  addAnswering(program, self, exit, {
    ...both,
    name: 'stop',
    summary: 'stop a VM or power off a machine after the next poll',
    question: 'Stop it?',
    examples: ['stop ml-infra/train-7b --reason "done with it"'],
    ask: (ledger, { asked, request }) => order(ledger, { ...request, action: 'stop', asked: asked ?? '' }),
  });
  addAnswering(program, self, exit, {
    ...both,
    name: 'start',
    summary: 'start a VM or power on a machine after the next poll',
    question: null,
    examples: ['start ml-infra/train-7b'],
    ask: (ledger, { asked, request }) => order(ledger, { ...request, action: 'start', asked: asked ?? '' }),
  });
}
