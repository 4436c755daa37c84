import { expect } from 'vitest';
import { earlier, seconds } from '../../../lib/model/time/time.ts';
import type { Override } from '../../../lib/state/override.ts';
import type { Policy } from '../../../lib/state/policy.ts';
import type { Answers } from '../../support/clouds/scripted-cloud.ts';
import { on } from '../../support/timeline.ts';
import { anActor } from './an-actor.ts';
import type { DueAction } from './due-acts.ts';

/** What has changed since the action was decided. */
type Change = {
  readonly answers?: Answers;
  readonly policy?: Policy;
  readonly told?: readonly Override[];
};

export const intentIn = ({ head }: DueAction) => head.intents[0] ?? expect.fail('no intent');

/** Carries out what is due after this has changed since the decision: nothing may be requested. */
export async function after(due: DueAction, { answers = {}, policy = due.policy, told = [] }: Change) {
  const actor = await anActor([due.head], { policy, answers: { ...due.shows(), ...answers } });
  for (const override of told) await actor.ledger.putOverride(override);
  const { carried } = await actor.run(due.clock);
  return { actor, outcome: carried[0]?.outcome ?? null };
}

/** Nothing was requested, and the intent is gone, with its reason in the journal. */
export async function expectCancelled(due: DueAction, change: Change, because: string) {
  const { actor, outcome } = await after(due, change);
  expect(actor.requests).toEqual([]);
  expect(outcome).toMatchObject({ kind: 'cancelled', because: expect.stringContaining(because) });
  const head = await actor.head();
  expect(head.intents).toEqual([]);
  expect(head.pendingWrites.journal.at(-1)).toMatchObject({ event: 'cancelled', action: due.action });
}

/** An override of a moment before the action, after its decision. */
export const word = ({ clock }: DueAction) => ({
  id: 'one',
  author: 'ada',
  reason: 'a demo',
  at: earlier(on(clock), seconds(1)),
  until: on('30 23:59'),
});
