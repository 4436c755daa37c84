import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { GuardInput } from '../../../../lib/decide/actions/guards/guard-input.ts';
import { guards, objectionTo, withdrawsAnnouncement } from '../../../../lib/decide/actions/guards/guards.ts';
import {
  announce,
  claim,
  decide,
  deletingFound,
  deletingNow,
  erasing,
  erasingNow,
  erasingOrder,
  observation,
  order,
  perform,
  planned,
  start,
} from './guard-inputs.ts';
import { guardsPage } from './guards-page.ts';
import { ofNoAccount, refusals } from './refusals.ts';

const refusing = (input: GuardInput): string[] =>
  guards
    .filter(({ phases, objection }) => phases.includes(input.phase) && objection(input) !== null)
    .map(({ name }) => name);

const cell = (guard: string, phase: string): string => `${guard} in ${phase}`;

it.each([
  ['a stop', [announce(), decide(), order(), claim(), perform()]],
  ['a deletion', [announce(deletingFound), decide(deletingFound), perform(deletingNow)]],
  ['a stop that erases', [announce(erasing), decide(erasing), order(erasingOrder), perform(erasingNow)]],
  ['a start', [start()]],
])('%s that nothing speaks against is refused by no guard of any phase', (_, inputs) => {
  expect(inputs.flatMap(refusing)).toEqual([]);
});

it('an account that cannot be read refuses nothing that its budget does not ask for', () => {
  expect(refusing(decide(ofNoAccount))).toEqual([]);
});

describe('each guard alone refuses', () => {
  const cases = refusals.flatMap(([guard, because, ...inputs]) =>
    inputs.map((input) => [cell(guard, input.phase), because, guard, input] as const),
  );

  it.each(cases)('%s: %s', (_, because, guard, input) => {
    expect(refusing(input)).toEqual([guard]);
    expect(objectionTo(input)).toEqual({ guard, because: expect.stringContaining(because) });
  });

  it('in every phase that names it, and in no other', () => {
    const cells = guards.flatMap(({ name, phases }) => phases.map((phase) => cell(name, phase)));
    expect(new Set(cases.map(([name]) => name))).toEqual(new Set(cells));
  });
});

it('an announcement is withdrawn by any guard that does so, whichever objection is told (invariant 2)', () => {
  const unseen = { observation: { ...observation, seen: [] } };
  const observed = { ...unseen, planned: { ...planned, mode: 'observe' } } as const;
  expect([objectionTo(decide(unseen))?.guard, withdrawsAnnouncement(decide(unseen))]).toEqual([
    'whole-poll',
    false,
  ]);
  expect([objectionTo(decide(observed))?.guard, withdrawsAnnouncement(decide(observed))]).toEqual([
    'whole-poll',
    true,
  ]);
});

it('the invariants of what may be done to a resource each have a guard, but for the caps (invariant 4)', () => {
  const held = new Set(guards.flatMap(({ invariants }) => invariants));
  expect([...held].toSorted((left, right) => left - right)).toEqual([1, 2, 3, 5, 6, 7, 13, 16, 25, 30]);
});

it('the guards stand in docs/guards.md', async () => {
  const page = join(import.meta.dirname, '../../../../docs/guards.md');
  await expect(guardsPage(guards)).toMatchFileSnapshot(page);
});
