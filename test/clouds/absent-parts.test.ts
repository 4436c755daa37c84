import { describe, expect, it } from 'vitest';
import { absentParts, checkAbsence } from '../../lib/clouds/absent-parts.ts';
import type { Answer } from '../../lib/clouds/http/answer.ts';
import { days, earlier, hours, isoSecond, later, milliseconds } from '../../lib/model/time/time.ts';
import { noon } from '../support/builders/observation-builders.ts';

const absent: Answer<never> = { kind: 'absent', because: 'listVolumes: not found (404)' };
const known = { at: noon, unsupportedLife: days(1) };

describe('an operation that the platform does not find (invariant 22)', () => {
  it.each([
    ['a moment ago', milliseconds(0)],
    ['an hour ago', hours(1)],
    ['almost a day ago', milliseconds(days(1) - 1)],
  ])('has failed where it answered %s, which the reason names', (_, ago) => {
    const seenAt = { volumes: earlier(noon, ago) };
    expect(checkAbsence('volumes', absent, { ...known, seenAt })).toEqual({
      kind: 'failed',
      because: `listVolumes: not found (404); it answered at ${isoSecond(earlier(noon, ago))}`,
    });
  });

  it.each([
    ['it never answered', {}],
    ['no answer is remembered', undefined],
    ['it answered a day ago', { volumes: earlier(noon, days(1)) }],
    ['another part answered', { disks: noon }],
  ])('is not supported where %s, which is remembered for a day', (_, seenAt) => {
    const answer = checkAbsence('volumes', absent, { ...known, ...(seenAt && { seenAt }) });
    expect(answer).toEqual(absent);
    expect(absentParts({ volumes: answer }, known)).toEqual([
      { part: 'volumes', instead: null, because: absent.because, until: later(noon, days(1)) },
    ]);
  });

  it.each<Answer<string>>([
    { kind: 'answered', value: 'two', flaws: [] },
    { kind: 'failed', because: 'no answer in time' },
  ])('is not assumed for the answer %j', (answer) => {
    expect(checkAbsence('volumes', answer, { ...known, seenAt: { volumes: noon } })).toEqual(answer);
    expect(absentParts({ volumes: answer, disks: null, machines: undefined }, known)).toEqual([]);
  });
});
