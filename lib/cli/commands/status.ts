import type { Command } from 'commander';
import type { Notice } from '../../views/condition.ts';
import { type Status, statusOf } from '../../views/status.ts';
import { exitCodes } from '../attempt.ts';
import type { Process } from '../process.ts';
import { addReading } from '../reading.ts';
import { statusCsv, statusJson } from '../tables/status-data.ts';
import { statusLines } from '../tables/status-text.ts';
import { isPressing } from './alerts.ts';

type StatusFlags = { readonly check?: true };

/** `spendwatch status`: an overview of spend, alerts, pending actions and blind spots. */
export function addStatus(program: Command, self: Process, exit: (code: number) => void): void {
  addReading<StatusFlags>(program, self, exit, {
    name: 'status',
    summary: 'show spend, burn rate, alerts, pending actions and blind spots',
    options: (command) => command.option('--check', 'report by the exit code whether attention is needed'),
    examples: [
      'status',
      'status --check > /dev/null || echo attention',
      "status --json | jq -r '.whole.burnRate'",
    ],
    exits:
      '0 success, with --check 1 a warning or critical alert is firing or an action needs approval, 3 also:\nsomething cannot be polled, a poll is overdue, the policy file is not in force, or spendwatch cannot act',
    showsNotices: true,
    read: async ({ heads, ...context }, { check }) => {
      const status = statusOf(heads, context);
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

const blinding: readonly Notice['kind'][] = ['blind', 'policy', 'key', 'unread'];

function codeOf({ alerts, waiting, blindSpots, condition }: Status): number {
  const isBlind = condition.notices.some(({ kind }) => blinding.includes(kind));
  if (isBlind || blindSpots.some(({ fault }) => fault === 'sight')) return exitCodes.blind;
  const isAsked = waiting.some(({ state }) => state === 'waits-for-approval');
  return isAsked || alerts.some(isPressing) ? exitCodes.news : exitCodes.fine;
}
