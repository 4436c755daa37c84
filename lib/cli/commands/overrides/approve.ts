import { type Command, Option } from 'commander';
import { answer } from '../../../jobs/overrides/answer.ts';
import { ActionKind } from '../../../model/action-kind.ts';
import { type Answering, addAnswering } from '../../answering.ts';
import type { Process } from '../../process.ts';

/** `spendwatch approve` and `deny`: answer one announced action. */
export function addApprove(program: Command, self: Process, exit: (code: number) => void): void {
  const both = {
    argument: '<resource>',
    about: 'the resource of the announced action',
    options: (command: Command) =>
      command
        .option('--rule <name>', 'the rule that announced it, if several did')
        .addOption(
          new Option('--action <action>', 'the action, if one rule announced several').choices(
            ActionKind.options,
          ),
        ),
  } satisfies Partial<Answering>;
  addAnswering(program, self, exit, {
    ...both,
    name: 'approve',
    summary: 'approve an announced action that requires approval',
    isReasonNeeded: false,
    question: 'Approve it?',
    examples: ['approve ml-infra/train-7b'],
    help: 'The waiting time of the announcement, protection, keeps and pauses still apply.',
    ask: (ledger, { asked, rule, action, request }) =>
      answer(ledger, { ...request, verdict: 'approved', asked: asked ?? '', rule, action }),
  });
  addAnswering(program, self, exit, {
    ...both,
    name: 'deny',
    summary: 'reject an announced action, whether it requires approval or not',
    isReasonNeeded: true,
    question: null,
    examples: ['deny ml-infra/train-7b --reason "still needed until Monday"'],
    ask: (ledger, { asked, rule, action, request }) =>
      answer(ledger, { ...request, verdict: 'denied', asked: asked ?? '', rule, action }),
  });
}
