import type { Command } from 'commander';
import { pause } from '../../../jobs/overrides/pause.ts';
import { resume } from '../../../jobs/overrides/revoke.ts';
import { addAnswering } from '../../answering.ts';
import type { Process } from '../../process.ts';

/** `spendwatch pause` and `resume`: suspend actions for a time; alerts are still sent. */
export function addPause(program: Command, self: Process, exit: (code: number) => void): void {
  addAnswering(program, self, exit, {
    name: 'pause',
    argument: '[project]',
    about: 'a project or a glob over projects; everything if omitted',
    summary: 'suspend actions for a time; alerts are still sent',
    isReasonNeeded: true,
    isTimed: true,
    question: 'Pause it?',
    examples: ['pause --reason "the network is down"', 'pause "prod-*" --for 3d --reason "release week"'],
    help: 'Orders (stop, start) are refused during a pause, not queued.',
    ask: (ledger, { asked, request, until }) => pause(ledger, { ...request, asked, until }),
  });
  addAnswering(program, self, exit, {
    name: 'resume',
    argument: '[project]',
    about: 'the name used with pause, or the override ID; the pause of everything if omitted',
    summary: 'end a pause early',
    isReasonNeeded: false,
    question: null,
    examples: ['resume', 'resume "prod-*"'],
    ask: (ledger, { asked, request }) => resume(ledger, { ...request, asked }),
  });
}
