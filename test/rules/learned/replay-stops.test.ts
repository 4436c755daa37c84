import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { UseStretch } from '../../../lib/model/facts/use-history.ts';
import { replayStops } from '../../../lib/rules/idle/learned/replay-stops.ts';

type Use = UseStretch['use'];

const terms = { step: 1, notice: 0, within: 4 };
const letters = { u: 'used', q: 'quiet', m: 'unknown' } as const;
const use = (text: string): Use[] => [...text].map((one) => letters[one as keyof typeof letters]);
/** Replays a rule that finds a VM idle once it has been quiet for two slots. */
const replayed = (text: string, others: Partial<typeof terms> = {}) =>
  replayStops(use(text), { isIdle: (slot) => /qq$/.test(text.slice(0, slot + 1)) }, { ...terms, ...others });

describe('a rule replayed on the past of a VM', () => {
  it.each([
    [
      'makes a right stop if the VM is not used within the time',
      'uqqqqqqu',
      { stops: 1, wrong: 0, found: 5 },
    ],
    ['makes a wrong stop if the VM is used within the time', 'uqqqqqu', { stops: 1, wrong: 1, found: 0 }],
    ['saves the time from its stop to the next use', 'uqqqqqqqqqqu', { stops: 1, found: 9, gaps: 10 }],
    [
      'makes an unknown stop if samples are missing in that time',
      'uqqqmqqqqu',
      { stops: 0, unknown: 1, found: 0 },
    ],
    [
      'makes a wrong stop despite missing samples if the VM is used then',
      'uqqqmqu',
      { stops: 1, wrong: 1, unknown: 0 },
    ],
    ['saves nothing in slots that are missing later', 'uqqqqqqmmqu', { stops: 1, found: 6, gaps: 7 }],
    ['makes an unknown stop if the record ends before that time', 'uqqqqq', { stops: 0, unknown: 1 }],
    ['makes a known stop just before the end of the record', 'uqqqqqq', { stops: 1, unknown: 0, found: 5 }],
    ['makes another stop after the next use', 'uqqqqqquqqqqqqq', { stops: 2, wrong: 0, found: 11 }],
    ['never stops a VM in use', 'uuquququ', { stops: 0, unknown: 0, found: 0, gaps: 0 }],
  ])('%s', (_, text, expected) => {
    expect(replayed(text)).toMatchObject(expected);
  });

  it('stops a VM after its notice only if it is idle all that time', () => {
    expect(replayed('uqqqqqqqqu', { notice: 2 })).toMatchObject({ stops: 1, found: 5 });
    expect(replayed('uqqquqqqqqqqq', { notice: 2 })).toMatchObject({ stops: 1 });
  });

  it('never saves more than the quiet time there is, whatever the rule finds idle', () => {
    const any = fc.array(fc.constantFrom<Use>('used', 'quiet', 'quiet', 'quiet', 'unknown'), {
      maxLength: 60,
    });
    fc.assert(
      fc.property(any, fc.array(fc.boolean(), { minLength: 60, maxLength: 60 }), (past, idle) => {
        const isIdle = (slot: number) => past[slot] === 'quiet' && idle[slot] === true;
        const { stops, wrong, found, gaps } = replayStops(past, { isIdle }, terms);
        const quiet = past.filter((one) => one === 'quiet').length;
        expect(wrong).toBeLessThanOrEqual(stops);
        expect(found).toBeLessThanOrEqual(gaps);
        expect(gaps).toBeLessThanOrEqual(quiet);
      }),
    );
  });
});
