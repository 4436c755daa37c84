import { type Command, Option } from 'commander';
import { answer } from '../../jobs/overrides/answer.ts';
import { believe } from '../../jobs/overrides/believe.ts';
import { forget } from '../../jobs/overrides/forget.ts';
import { keep } from '../../jobs/overrides/keep.ts';
import { order } from '../../jobs/overrides/order.ts';
import { pause } from '../../jobs/overrides/pause.ts';
import { resume, unkeep, unsilence } from '../../jobs/overrides/revoke.ts';
import { silence } from '../../jobs/overrides/silence.ts';
import { ActionKind } from '../../model/action-kind.ts';
import { SignalKind } from '../../model/facts/signal-times.ts';
import { type OverrideCommand, overridingCommand } from '../overriding.ts';
import type { AddCommand } from '../process.ts';

/** `spendwatch keep` and `unkeep`: protect resources from all actions for a time. */
const keeping: readonly OverrideCommand[] = [
  {
    name: 'keep',
    argument: '<resource>',
    about: 'a resource, a project (everything in it), or a glob such as "ml-infra/train-*"',
    summary: 'protect resources from actions of rules and orders for a time',
    isReasonNeeded: true,
    isTimed: true,
    options: (command) =>
      command
        .option('--purpose <text>', 'what the resources are needed for; may replace --reason')
        .option('--owner <name>', 'who needs the resources'),
    examples: [
      'keep ml-infra/train-7b --for 8h --purpose "nightly training" --owner ada',
      'keep ml-infra/train-7b --for 7d --reason "the long run"',
      'keep "ml-infra/*" --until 2026-12-01 --reason "moving house"',
    ],
    help: 'For permanent protection, use protect in the policy. Alerts are still sent.',
    record: keep,
  },
  {
    name: 'unkeep',
    argument: '<resource>',
    about: 'the name used with keep, or the override ID (spendwatch overrides)',
    summary: 'end a keep early',
    examples: ['unkeep ml-infra/train-7b'],
    record: unkeep,
  },
];

const answered = {
  argument: '<resource>',
  about: 'the resource of the announced action',
  options: (command: Command) =>
    command
      .option('--rule <name>', 'the rule that announced the action, if several did')
      .addOption(
        new Option('--action <action>', 'the action, if one rule announced several').choices(
          ActionKind.options,
        ),
      ),
} satisfies Partial<OverrideCommand>;

/** `spendwatch approve` and `deny`: answer one announced action. */
const answering: readonly OverrideCommand[] = [
  {
    ...answered,
    name: 'approve',
    summary: 'approve an announced action that requires approval',
    question: 'Approve it?',
    examples: ['approve ml-infra/train-7b'],
    help: 'Approval does not shorten the waiting time; protection, keeps, pauses and business hours still apply.',
    record: (ledger, request) => answer(ledger, { ...request, verdict: 'approved' }),
  },
  {
    ...answered,
    name: 'deny',
    summary: 'reject an announced action, whether it requires approval or not',
    isReasonNeeded: true,
    examples: ['deny ml-infra/train-7b --reason "still needed until Monday"'],
    record: (ledger, request) => answer(ledger, { ...request, verdict: 'denied' }),
  },
];

/** `spendwatch silence` and `unsilence`: mute alerts for a time. */
const silencing: readonly OverrideCommand[] = [
  {
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
    record: silence,
  },
  {
    name: 'unsilence',
    argument: '<alerts>',
    about: 'the name used with silence, or the override ID (spendwatch overrides)',
    summary: 'end a silence early',
    examples: ['unsilence credit/main'],
    record: unsilence,
  },
];

/** `spendwatch pause` and `resume`: suspend actions for a time; alerts are still sent. */
const pausing: readonly OverrideCommand[] = [
  {
    name: 'pause',
    argument: '[project]',
    about: 'a project or a glob over projects; everything if omitted',
    summary: 'suspend actions for a time; alerts are still sent',
    isReasonNeeded: true,
    isTimed: true,
    question: 'Pause it?',
    examples: ['pause --reason "the network is down"', 'pause "prod-*" --for 3d --reason "release week"'],
    help: 'Orders (stop, start) are refused during a pause, not queued.',
    record: pause,
  },
  {
    name: 'resume',
    argument: '[project]',
    about: 'the name used with pause, or the override ID; the pause of everything if omitted',
    summary: 'end a pause early',
    examples: ['resume', 'resume "prod-*"'],
    record: resume,
  },
];

const ordered = {
  argument: '<resource>',
  about: 'a VM or machine',
  help: `Carried out after the next poll, even under mode: observe. An order runs at most once and expires after
an hour. Protected, kept and paused resources are not touched.`,
} satisfies Partial<OverrideCommand>;

/** `spendwatch stop` and `start`: order an action on one resource, independent of rules. */
const ordering: readonly OverrideCommand[] = [
  {
    ...ordered,
    name: 'stop',
    summary: 'stop a VM or power off a machine after the next poll',
    question: 'Stop it?',
    options: (command) =>
      command.option('--erases <what>', 'what the stop erases, to confirm it; prompted for on a terminal'),
    examples: ['stop ml-infra/train-7b --reason "done with it"'],
    record: (ledger, request) => order(ledger, { ...request, action: 'stop' }),
  },
  {
    ...ordered,
    name: 'start',
    summary: 'start a VM or power on a machine after the next poll',
    examples: ['start ml-infra/train-7b'],
    record: (ledger, request) => order(ledger, { ...request, action: 'start' }),
  },
];

/** `spendwatch believe`: confirm that VMs which fell to 0 together are idle. */
const believing: OverrideCommand = {
  name: 'believe',
  argument: '<resource>',
  about: 'a VM, a project (every VM in it), or a glob such as "sweeps/trial-*"',
  summary: 'confirm that VMs which fell to 0 together are idle indeed',
  isReasonNeeded: true,
  question: 'Are they idle indeed?',
  examples: ['believe sweeps --reason "the sweep ended"'],
  help: `VMs that fall to exactly 0 together are held for 24 hours, as a source that fails looks the same. What their
rules require is then announced anew, with its grace period. A later fall is held again.`,
  record: believe,
};

/** `spendwatch forget`: state that a signal of a VM is gone, so that the VM is judged without it. */
const forgetting: OverrideCommand = {
  name: 'forget',
  argument: '<vm>',
  about: 'the VM whose signal stopped',
  summary: 'judge a VM without a signal that is gone for good',
  isReasonNeeded: true,
  question: 'Judge it without that signal?',
  options: (command) =>
    command.addOption(
      new Option('--signal <kind>', 'the signal that is gone')
        .choices(SignalKind.options)
        .makeOptionMandatory(),
    ),
  examples: ['forget ml-infra/train-7b --signal logins --reason "its agent was removed"'],
  help: 'A VM is never idle while a signal that it once had is missing. `spendwatch idle --all` and `doctor` name it.',
  record: (ledger, { signal, ...request }) => forget(ledger, { ...request, signal: signal ?? 'logins' }),
};

/** Adds the commands that place overrides, and those that end them by the name they were placed with. */
export const addOverride: AddCommand = (program, self, exit) => {
  for (const command of [
    ...keeping,
    ...answering,
    ...silencing,
    ...pausing,
    ...ordering,
    believing,
    forgetting,
  ])
    overridingCommand(command)(program, self, exit);
};
