import { type Command, Option } from 'commander';
import { answer } from '../../../jobs/overrides/answer.ts';
import { ActionKind } from '../../../model/action-kind.ts';
import { type Answering, addAnswering } from '../../answering.ts';
import type { Process } from '../../process.ts';

/** `spendwatch approve` and `deny`: yes or no to one act that was announced. */
export function addApprove(program: Command, self: Process, exit: (code: number) => void): void {
  const both = {
    argument: '<resource>',
    about: 'the resource whose announced act is meant',
    options: (command: Command) =>
      command
        .option('--rule <name>', 'the rule that announced it, where several did')
        .addOption(
          new Option('--act <act>', 'which act, where one rule announced several').choices(
            ActionKind.options,
          ),
        ),
  } satisfies Partial<Answering>;
  addAnswering(program, self, exit, {
    ...both,
    name: 'approve',
    summary: 'say yes to an act that was announced and waits for a person',
    isReasonNeeded: false,
    question: 'Approve it?',
    examples: ['approve ml-infra/train-7b'],
    help: 'The time that the announcement gave still runs, and protection, keeps and pauses hold all the same.',
    ask: (ledger, { asked, rule, action, teller }) =>
      answer(ledger, { ...teller, verdict: 'approved', asked: asked ?? '', rule, action }),
  });
  addAnswering(program, self, exit, {
    ...both,
    name: 'deny',
    summary: 'say no to an act that was announced, whether it waits for a person or not',
    isReasonNeeded: true,
    question: null,
    examples: ['deny ml-infra/train-7b --reason "still needed until Monday"'],
    ask: (ledger, { asked, rule, action, teller }) =>
      answer(ledger, { ...teller, verdict: 'denied', asked: asked ?? '', rule, action }),
  });
}
