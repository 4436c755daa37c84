import type { Command } from 'commander';
import { type Status, statusOf } from '../../views/status.ts';
import { exitCodes } from '../attempt.ts';
import type { Process } from '../process.ts';
import { addReading } from '../reading.ts';
import { statusCsv, statusJson } from '../tables/status-data.ts';
import { statusLines } from '../tables/status-text.ts';
import { isPressing } from './alerts.ts';

type StatusFlags = { readonly check?: true };

/** `spendwatch status`: all that one wants to know in the morning. */
export function addStatus(program: Command, self: Process, exit: (code: number) => void): void {
  addReading<StatusFlags>(program, self, exit, {
    name: 'status',
    summary: 'show what was spent, what burns, what fires, what waits, and what cannot be seen',
    options: (command) => command.option('--check', 'tell by the exit code whether all is well'),
    examples: [
      'status',
      'status --check > /dev/null || echo look',
      "status --json | jq -r '.whole.burnRate'",
    ],
    exits:
      '0 read, with --check 1 a warning or worse fires or an act waits for a person, 3 too when something\nis not seen, or spendwatch has not looked or cannot act',
    read: async ({ ledger, heads, ...context }, { check }) => {
      const status = statusOf(heads, context, await ledger.control());
      return {
        report: {
          text: (paper) => statusLines(status, paper),
          json: () => statusJson(status, context.now),
          csv: () => statusCsv(status),
        },
        code: check ? codeOf(status) : exitCodes.fine,
      };
    },
  });
}

function codeOf({ alerts, waiting, blindSpots, isOverdue, keyLost }: Status): number {
  if (isOverdue || keyLost !== null || blindSpots.some(({ fault }) => fault === 'sight'))
    return exitCodes.blind;
  const isAsked = waiting.some(({ state }) => state === 'waits-for-approval');
  return isAsked || alerts.some(isPressing) ? exitCodes.news : exitCodes.fine;
}
