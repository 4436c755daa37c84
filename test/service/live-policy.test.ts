import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { milliseconds, seconds } from '../../lib/model/time/time.ts';
import { livePolicy, settlesWithin } from '../../lib/service/live-policy.ts';

const whole = `version: 1
mode: enforce
rules:
  - name: idle
    idle: 4h
    then:
      - stop: after 1h
        approve: required
business-hours: Mon-Fri 08:00-19:00
`;
const next = whole.replace('4h', '8h');
/** What the file may hold while this text is saved: the text, cut after any line. */
const cuts = (text: string): string[] =>
  [...text.matchAll(/\n/g)].map(({ index }) => text.slice(0, index + 1)).concat('', text.slice(0, 60));

/** A file with its texts at times since the start, and a clock that advances only by sleeps. */
function aFile(texts: readonly { readonly from: number; readonly text: string | null }[]) {
  let time = 0;
  const logged: string[] = [];
  return {
    logged,
    pass: (span: number) => {
      time += span;
    },
    follow: (lastGood: string | null) =>
      livePolicy({
        file: 'policy.yaml',
        read: async () => {
          const text = texts.findLast(({ from }) => from <= time)?.text ?? null;
          if (text === null) throw new Error('ENOENT');
          return text;
        },
        lastGood: async () => lastGood,
        log: (event) => void logged.push(event),
        clock: {
          sleep: async (span) => {
            time += span;
          },
        },
      }),
  };
}

const savedWithin = Number(settlesWithin) - 1;

describe('a policy file that is being saved', () => {
  const aSave = (text: string) =>
    fc.record({
      cut: fc.constantFrom(...cuts(text)),
      ends: fc.integer({ min: 1, max: savedWithin }),
    });

  it('never takes effect in part, whenever it is read', async () => {
    await fc.assert(
      fc.asyncProperty(
        aSave(next),
        fc.array(fc.integer({ min: 0, max: 20_000 }), { minLength: 3, maxLength: 8 }),
        async ({ cut, ends }, pauses) => {
          const saved = 30_000;
          const file = aFile([
            { from: 0, text: whole },
            { from: saved, text: cut },
            { from: saved + ends, text: next },
          ]);
          const policy = await file.follow(whole);
          for (const pause of [...pauses, saved]) {
            file.pass(pause);
            await policy.refresh();
            expect([whole, next]).toContain(policy.now().text);
            expect(policy.now().fault).toBeNull();
          }
          expect(policy.now().text).toBe(next);
        },
      ),
    );
  });

  it('does not take effect in part where a service starts meanwhile, nor at its next start', async () => {
    await fc.assert(
      fc.asyncProperty(aSave(next), async ({ cut, ends }) => {
        const file = aFile([
          { from: 0, text: cut },
          { from: ends, text: next },
        ]);
        expect((await file.follow(whole)).now()).toMatchObject({ text: next, fault: null });
      }),
    );
  });

  it('leaves the earlier policy in force as long as every read differs, which is reported as a fault', async () => {
    const file = aFile(
      Array.from({ length: 100 }, (_, second) => ({
        from: Number(seconds(second)),
        text: whole.replace('4h', `${second + 1}h`),
      })),
    );
    const policy = await file.follow(whole);
    expect(policy.now()).toMatchObject({
      text: whole,
      fault: 'policy.yaml keeps changing: it takes effect once it is unchanged for 10 s',
    });
    expect(file.logged).toEqual(['policy-unchanged']);
    file.pass(Number(seconds(100)));
    await policy.refresh();
    expect(policy.now()).toMatchObject({ text: whole.replace('4h', '100h'), fault: null });
  });
});

describe('a policy file', () => {
  it('is read once where it equals the last good one, or where none was ever in force', async () => {
    const file = aFile([
      { from: 0, text: whole },
      { from: 1, text: next },
    ]);
    expect((await file.follow(whole)).now().text).toBe(whole);
    expect((await file.follow(null)).now().text).toBe(whole);
  });

  it.each([
    { what: 'that is missing', text: null, because: 'policy.yaml cannot be read' },
    {
      what: 'with a mistake',
      text: 'version: 2\n',
      because: expect.stringMatching(/^policy\.yaml:1:/),
    },
  ])('$what leaves the last good one in force, and is reported once', async ({ text, because }) => {
    const file = aFile([
      { from: 0, text },
      { from: 60_000, text: next },
    ]);
    const policy = await file.follow(whole);
    expect(policy.now()).toMatchObject({ text: whole, fault: because });
    await policy.refresh();
    expect(file.logged).toEqual(['policy-unchanged']);
    file.pass(milliseconds(60_000));
    await policy.refresh();
    expect(policy.now()).toMatchObject({ text: next, fault: null });
  });

  it('with a mistake is an error where no good one is recorded', async () => {
    await expect(aFile([{ from: 0, text: 'version: 2\n' }]).follow(null)).rejects.toThrow('policy.yaml:1:');
  });

  it('is read twice where this version cannot read the last good one', async () => {
    const file = aFile([
      { from: 0, text: whole },
      { from: 1, text: next },
    ]);
    expect((await file.follow('version: 99\n')).now().text).toBe(next);
  });
});
