import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { GuardInput } from '../../../../lib/decide/actions/guards/guard-input.ts';
import {
  findObjection,
  guards,
  withdrawsAnnouncement,
} from '../../../../lib/decide/actions/guards/guards.ts';
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
])('%s without an objection passes every guard of every phase', (_, inputs) => {
  expect(inputs.flatMap(refusing)).toEqual([]);
});

it('an account that cannot be read blocks only the actions that its budget asks for', () => {
  expect(refusing(decide(ofNoAccount))).toEqual([]);
});

describe('each guard refuses by itself', () => {
  const cases = refusals.flatMap(([guard, because, ...inputs]) =>
    inputs.map((input) => [cell(guard, input.phase), because, guard, input] as const),
  );

  it.each(cases)('%s: %s', (_, because, guard, input) => {
    expect(refusing(input)).toEqual([guard]);
    expect(findObjection(input)).toEqual({ guard, because: expect.stringContaining(because) });
  });

  it('in every phase that names it, and in no other', () => {
    const cells = guards.flatMap(({ name, phases }) => phases.map((phase) => cell(name, phase)));
    expect(new Set(cases.map(([name]) => name))).toEqual(new Set(cells));
  });
});

it('an announcement is withdrawn by any guard that withdraws, even where another objection is reported (invariant 2)', () => {
  const unseen = { observation: { ...observation, seen: [] } };
  const observed = { ...unseen, planned: { ...planned, mode: 'observe' } } as const;
  expect([findObjection(decide(unseen))?.guard, withdrawsAnnouncement(decide(unseen))]).toEqual([
    'whole-poll',
    false,
  ]);
  expect([findObjection(decide(observed))?.guard, withdrawsAnnouncement(decide(observed))]).toEqual([
    'whole-poll',
    true,
  ]);
});

it('every invariant about actions has a guard, except for the caps (invariant 4)', () => {
  const held = new Set(guards.flatMap(({ invariants }) => invariants));
  expect([...held].toSorted((left, right) => left - right)).toEqual([1, 2, 3, 5, 6, 7, 13, 16, 25, 30]);
});

it('docs/guards.md lists the guards', async () => {
  const page = join(import.meta.dirname, '../../../../docs/guards.md');
  await expect(guardsPage(guards)).toMatchFileSnapshot(page);
});
