import { assertNever } from '../../model/assert-never.ts';
import type { Part, PollResult } from '../../model/facts/observation.ts';
import type { Unsupported } from '../../model/facts/unsupported.ts';
import type { Head } from '../../model/head.ts';
import type { Target } from '../../model/ids.ts';
import { type Instant, type Span, seconds } from '../../model/time/time.ts';
import type { PollPlan } from '../../observe/what-is-due.ts';
import type { Cloud } from '../../providers/operation.ts';
import { openReading } from '../../providers/reading.ts';
import { askedBy } from '../asked-by.ts';
import type { AccountSpend } from './account-spend.ts';
import { pollAccount } from './poll-account.ts';
import { pollProject } from './poll-project.ts';

/** What the cloud answered at one instant, and the parts that it was asked for. */
export type Polled = {
  readonly at: Instant;
  readonly asked: readonly Part[];
  /** What this look found the platform not to offer. */
  readonly lacking: readonly Unsupported[];
  /** With a head for what was not asked or not answered: the newest, which may not be the one that was known. */
  observe(head: Head): PollResult;
};

/** How a look is made: at what, with which questions, when, and by whose calendar. */
export type PollOrder = {
  readonly target: Exclude<Target, { kind: 'group' }>;
  readonly plan: PollPlan;
  readonly at: Instant;
  readonly account: string | null;
  readonly zone: string;
  /** One answer for all projects of an account. */
  readonly accountSpend: AccountSpend;
  /** Whether the platform lists billing accounts at all. */
  readonly showsAccounts: boolean;
  /** How long it is believed that the platform does not offer something. */
  readonly unsupportedLife: Span;
};

/** How long a target's requests may be in flight, all told, except those for monitor samples. */
export const pollPatience: Span = seconds(90);

/** Asks the cloud about a target, and reads no more than one may be. A question that fails is part of the observation, never thrown. */
export function pollTarget(shared: Cloud, order: PollOrder): Promise<Polled> {
  const cloud = askedBy(shared, { asker: { patience: pollPatience }, reading: openReading('poll') });
  switch (order.target.kind) {
    case 'project':
      return pollProject(cloud, order, order.target.project);
    case 'account':
      return pollAccount(cloud, order, order.target.account);
    default:
      return assertNever(order.target);
  }
}
