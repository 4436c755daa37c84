import { expect, it } from 'vitest';
import { decodeHead, encodeHead } from '../../lib/record/codec.ts';
import { aPolicy } from '../support/policy-builders.ts';
import { aTimeline, on } from '../support/timeline.ts';
import { ofCodec } from './of-codec.ts';

it('a head that codec 2 wrote says what it said: its stops, and what was announced and done', () => {
  const story = aTimeline(aPolicy());
  story.look('10:00');
  const about = {
    severity: 'info',
    subject: 'project/lab/vm/box',
    rule: 'forgotten machines',
    because: 'so',
  };
  const old = ofCodec(2, encodeHead(story.head), (json) => {
    if (typeof json !== 'object' || json === null) throw new TypeError('no head');
    const [message] = 'outbox' in json && Array.isArray(json.outbox) ? json.outbox : [];
    const [alert] = message.notices;
    const notices = [
      { ...alert, next: { kind: 'stop', after: 3_600_000 } },
      { ...alert, next: { kind: 'would-stop', after: 60_000 } },
      { ...alert, next: { kind: 'nothing', because: 'the rule only tells' } },
      { kind: 'stop-confirmed', id: 'a', ...about, stoppedAt: on('09:00'), stillBilled: '0.5' },
      { kind: 'stop-not-done', id: 'b', ...about },
    ];
    const stops = [
      { vm: 'box', rule: 'forgotten machines', stoppedAt: on('09:00'), startedAgainAt: on('09:30') },
    ];
    return { ...json, outbox: [{ ...message, notices }], stops };
  });
  const read = decodeHead(old);
  expect(read.outbox.flatMap(({ notices }) => notices)).toMatchObject([
    { next: { kind: 'act', act: 'stop', after: 3_600_000, notBefore: null, approve: null, then: [] } },
    { next: { kind: 'would-act', act: 'stop', after: 60_000 } },
    { next: { kind: 'nothing', because: 'the rule only tells' } },
    { kind: 'act-confirmed', act: 'stop', doneAt: on('09:00'), image: null, by: null },
    { kind: 'act-not-done', act: 'stop', retryAfter: null, by: null },
  ]);
  // Whether it was us who stopped it nobody wrote down: no later step goes on from there.
  expect(read.stops).toMatchObject([
    { subject: 'project/lab/vm/box', ours: false, image: null, startedAgainAt: on('09:30') },
  ]);
  expect(decodeHead(encodeHead(read))).toEqual(read);
});
