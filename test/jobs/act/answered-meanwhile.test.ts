import { describe, expect, it } from 'vitest';
import { LedgerError } from '../../../lib/record/ledger.ts';
import type { Head } from '../../../lib/state/head.ts';
import type { Override } from '../../../lib/state/override.ts';
import { beforeEachCall } from '../../support/before-each-call.ts';
import { aPolicy } from '../../support/builders/policy-builders.ts';
import { boxOnTheWire } from '../../support/clouds/platform.ts';
import { on } from '../../support/timeline.ts';
import { anActor, waitingStops } from './an-actor.ts';

const names = ['box', 'crate', 'trunk'];
const policy = aPolicy({ caps: { perRun: 5, perDay: 20, share: 100 } });
const word = { id: 'one', author: 'ada', reason: 'a demo', at: on('11:00'), until: on('21:00') };

/** The answers of a person about the last VM, or about all. */
const answers: Readonly<Record<string, (head: Head) => Override>> = {
  'a keep': () => ({ kind: 'keep', ...word, subject: 'project/lab/vm/trunk' }),
  'a denial': ({ alerts }) => {
    const { subject, announcement } = alerts.find((alert) => alert.subject.endsWith('trunk')) ?? {};
    if (subject === undefined || !announcement) return expect.fail('it was not announced');
    return { kind: 'answer', verdict: 'denied', ...word, subject, announcement: announcement.message };
  },
  'a silence': () => ({ kind: 'silence', ...word, alerts: { subject: 'project/lab/vm/trunk' } }),
  'a pause of its project': () => ({ kind: 'pause', ...word, project: 'lab' }),
  'a pause': () => ({ kind: 'pause', ...word }),
};

/** Runs once over three stops that are due. The answer is given just before the input or output of that number. */
async function runAnsweredAt(wanted: number, answer: (head: Head) => Override) {
  const head = waitingStops(...names);
  let count = 0;
  let answeredAfter: number | null = null;
  const tick = (): void => {
    if (count++ !== wanted) return;
    void actor.ledger.putOverride(answer(head));
    answeredAfter = actor.requests.length;
  };
  const actor = await anActor([head], {
    policy,
    answers: {
      getVm: ({ id }) => {
        tick();
        return { VM: boxOnTheWire({ id }) };
      },
    },
    worsen: (inner) => beforeEachCall(inner, async () => tick()),
  });
  await actor.run('11:00');
  const late = answeredAfter === null ? [] : actor.requests.slice(answeredAfter);
  return { actor, late, isAnswered: answeredAfter !== null };
}

describe.each(Object.entries(answers))('%s that is given in the middle of a run', (name, answer) => {
  const isOfAll = name.startsWith('a pause');
  const isHeld = ({ input }: { readonly input: unknown }) =>
    isOfAll || JSON.stringify(input).includes('trunk');

  it('holds for every request that goes out after it, at whatever moment it is given (invariant 25)', async () => {
    let runs = 0;
    for (let at = 0; ; at += 1) {
      const { late, isAnswered, actor } = await runAnsweredAt(at, answer);
      if (!isAnswered) break;
      runs += 1;
      expect([at, late.filter(isHeld)]).toEqual([at, []]);
      const { actions } = await actor.ledger.control();
      // Caps that were reserved for actions that were then not done are given back.
      expect([at, actions.length]).toEqual([at, actor.requests.length]);
    }
    expect(runs).toBeGreaterThan(20);
  });
});

describe('overrides that cannot be read in the middle of a run', () => {
  it.each([
    ['before a claim', 2],
    ['before a request', 3],
  ])('%s let no request out, and the caps are given back (invariants 1, 25)', async (_, from) => {
    let reads = 0;
    const actor = await anActor([waitingStops(...names)], {
      policy,
      answers: { getVm: ({ id }) => ({ VM: boxOnTheWire({ id }) }) },
      worsen: (inner) => ({
        ...inner,
        overrides: async (now) => {
          reads += 1;
          if (reads >= from) throw new LedgerError('it cannot be reached');
          return inner.overrides(now);
        },
      }),
    });
    await actor.run('11:00');
    expect(actor.requests).toEqual([]);
    expect((await actor.ledger.control()).actions).toEqual([]);
  });
});
