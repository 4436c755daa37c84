import type { Command } from 'commander';
import { pause } from '../../../jobs/overrides/pause.ts';
import { resume } from '../../../jobs/overrides/revoke.ts';
import { addAnswering } from '../../answering.ts';
import type { Process } from '../../process.ts';

/** `spendwatch pause` and `resume`: nothing is done meanwhile, only said. */
export function addPause(program: Command, self: Process, exit: (code: number) => void): void {
  addAnswering(program, self, exit, {
    name: 'pause',
    argument: '[project]',
    about: 'a project or a glob over projects; everything where it is left out',
    summary: 'do nothing for a time, only say it',
    isReasonNeeded: true,
    isTimed: true,
    question: 'Pause it?',
    examples: ['pause --reason "the network is down"', 'pause "prod-*" --for 3d --reason "release week"'],
    help: 'Orders by stop and start wait for nothing: given during a pause they are refused.',
    ask: (ledger, { asked, teller, until }) => pause(ledger, { ...teller, asked, until }),
  });
  addAnswering(program, self, exit, {
    name: 'resume',
    argument: '[project]',
    about: 'what was paused, as it was named then, or its id; everything where it is left out',
    summary: 'end a pause before its time',
    isReasonNeeded: false,
    question: null,
    examples: ['resume', 'resume "prod-*"'],
    ask: (ledger, { asked, teller }) => resume(ledger, { ...teller, asked }),
  });
}
