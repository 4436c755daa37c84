import { assertNever } from '../../model/assert-never.ts';
import type { Observation, Part } from '../../model/facts/observation.ts';
import type { Lack } from '../../model/facts/unsupported.ts';
import type { Head } from '../../model/head.ts';
import type { Target } from '../../model/ids.ts';
import { type Instant, type Span, seconds } from '../../model/time/time.ts';
import type { LookPlan } from '../../observe/what-is-due.ts';
import type { Cloud } from '../../providers/operation.ts';
import { openReading } from '../../providers/reading.ts';
import { askedBy } from '../asked-by.ts';
import type { AccountSpend } from './account-spend.ts';
import { lookAtAccount } from './poll-account.ts';
import { lookAtProject } from './poll-project.ts';

/** What the cloud answered at one instant, and the parts that it was asked for. */
export type Looked = {
  readonly at: Instant;
  readonly asked: readonly Part[];
  /** What this look found the platform not to offer. */
  readonly lacking: readonly Lack[];
  /** With a head for what was not asked or not answered: the newest, which may not be the one that was known. */
  observe(head: Head): Observation;
};

/** How a look is made: at what, with which questions, when, and by whose calendar. */
export type LookOrder = {
  readonly target: Exclude<Target, { kind: 'group' }>;
  readonly plan: LookPlan;
  readonly at: Instant;
  readonly account: string | null;
  readonly zone: string;
  /** One answer for all projects of an account. */
  readonly accountSpend: AccountSpend;
  /** Whether the platform lists billing accounts at all. */
  readonly showsAccounts: boolean;
  /** How long it is believed that the platform does not offer something. */
  readonly lackLife: Span;
};

/** How long a target's requests may be in flight, all told, except those for monitor samples. */
export const lookPatience: Span = seconds(90);

/** Asks the cloud about a target, and reads no more than one may be. A question that fails is part of the observation, never thrown. */
export function lookAt(shared: Cloud, order: LookOrder): Promise<Looked> {
  const cloud = askedBy(shared, { asker: { patience: lookPatience }, reading: openReading('poll') });
  switch (order.target.kind) {
    case 'project':
      return lookAtProject(cloud, order, order.target.project);
    case 'account':
      return lookAtAccount(cloud, order, order.target.account);
    default:
      return assertNever(order.target);
  }
}
