import { PutItemCommand } from '@aws-sdk/client-dynamodb';
import { describe, expect, it } from 'vitest';
import { findPauseReason } from '../../lib/decide/actions/protection.ts';
import { IntentId, Subject } from '../../lib/model/ids.ts';
import { days, hours, later } from '../../lib/model/time/time.ts';
import {
  controlItem,
  linkUseItem,
  overrideItem,
  pushItem,
  readControl,
  readLinkUse,
  readPush,
  readStoredOverride,
} from '../../lib/record/clear-item.ts';
import { dynamoLedger } from '../../lib/record/dynamo-ledger.ts';
import type { Item } from '../../lib/record/item.ts';
import { overrideRange } from '../../lib/record/keys.ts';
import { nextState, UnreadableError } from '../../lib/record/ledger.ts';
import { firstControl } from '../../lib/state/control.ts';
import type { LinkUse, Override } from '../../lib/state/override.ts';
import { lab, noon } from '../support/builders/observation-builders.ts';
import { embeddedServer } from '../support/embedded-server.ts';
import { place, withdraw } from '../support/place.ts';

const emptyTable = embeddedServer();

const subject = Subject.parse(`${lab}/vm/box`);
const word = { id: 'keep-1', author: 'ada', reason: 'a demo', at: noon, until: later(noon, days(60)) };
const keep: Override = { kind: 'keep', ...word, subject };
const denial: Override = {
  ...{ kind: 'answer', ...word, id: 'answer-1', subject, verdict: 'denied' },
  announcement: 'a#1' as never,
};
const use: LinkUse = {
  ...{ id: 'a-link', seq: 2, state: 'done', at: noon, until: later(noon, hours(2)) },
  ...{ author: 'eve', reason: 'known' },
};
const control = {
  ...firstControl,
  seq: 3,
  actions: [{ intent: IntentId.parse('a#stop'), at: noon }],
  policy: { text: 'version: 1', since: noon },
};
const push = { machine: subject, at: noon, gpus: [], slots: [] };

/** Returns an item with one bit of it flipped, for each bit of its names and values that leaves it text or a number. */
function* flippedOf(item: Item): Generator<Item> {
  for (const [name, value] of Object.entries(item)) {
    const { [name]: _, ...others } = item;
    for (const flipped of flippedTexts(name)) yield { ...others, [flipped]: value };
    if (value.S !== undefined) for (const S of flippedTexts(value.S)) yield { ...others, [name]: { S } };
    if (value.N !== undefined)
      for (const N of flippedTexts(value.N)) if (/^\d+$/.test(N)) yield { ...others, [name]: { N } };
  }
}

function* flippedTexts(text: string): Generator<string> {
  const bytes = Buffer.from(text);
  for (let bit = 0; bit < bytes.length * 8; bit += 1) {
    const flipped = Buffer.from(bytes);
    flipped[bit >> 3] = (flipped[bit >> 3] ?? 0) ^ (1 << (bit & 7));
    const read = flipped.toString();
    if (Buffer.from(read).equals(flipped)) yield read;
  }
}

describe.each([
  ['an override', keep],
  ['a denial', denial],
])('%s with one damaged bit', (_, override) => {
  const whole = overrideItem(nextState(override.id, override, undefined));

  it('is read unchanged, or is reported and protects everything (invariant 1)', () => {
    let damaged = 0;
    for (const item of flippedOf(whole)) {
      const told: UnreadableError[] = [];
      if (item['pk']?.S !== 'overrides' || item['sk'] === undefined) continue;
      const state = readStoredOverride(item, (error) => told.push(error));
      if (told.length === 0) {
        expect(state.override).toEqual(override);
        continue;
      }
      damaged += 1;
      const context = { target: lab, overrides: state.override ? [state.override] : [], now: noon };
      expect(findPauseReason(context)).toContain('cannot be read');
      expect(findPauseReason({ ...context, now: later(noon, days(400)) })).toContain('cannot be read');
    }
    expect(damaged).toBeGreaterThan(1_000);
  });

  it('stays within the range of overrides that is read, if its key is damaged', () => {
    const { pk, first, last } = overrideRange;
    for (const { S: sk = '' } of [...flippedTexts(override.id)].map((S) => ({ S }))) {
      expect(whole['pk']?.S).toBe(pk);
      if (sk.startsWith('\0')) continue;
      expect(Buffer.compare(Buffer.from(first), Buffer.from(sk))).toBeLessThanOrEqual(0);
      expect(Buffer.compare(Buffer.from(sk), Buffer.from(last))).toBeLessThanOrEqual(0);
    }
  });
});

it.each([
  ['the caps and the last good policy', controlItem(control), readControl, control],
  ['a used link', linkUseItem(use), readLinkUse, use],
] as const)(
  '%s with any one bit damaged is read unchanged or reported as unreadable',
  (_, whole, read, value) => {
    expect(read(whole)).toEqual(value);
    for (const item of flippedOf(whole)) {
      let found: unknown;
      try {
        found = read(item);
      } catch (error) {
        expect(error).toBeInstanceOf(UnreadableError);
        continue;
      }
      expect(found).toEqual(value);
    }
  },
);

it('a push with a damaged bit is read unchanged or reported as unreadable', () => {
  for (const item of flippedOf(pushItem(push))) {
    try {
      expect(readPush(item)).toEqual(push);
    } catch (error) {
      if (!(error instanceof UnreadableError)) throw error;
    }
  }
});

describe('a damaged override in a table', () => {
  it('pauses everything, is reported, and ends only when somebody revokes or replaces it', async () => {
    const { client, table } = await emptyTable();
    const item = overrideItem(nextState(keep.id, keep, undefined));
    const damaged = { ...item, json: { S: item['json']?.S?.replace('a demo', 'a memo') ?? '' } };
    await client.send(new PutItemCommand({ TableName: table, Item: damaged }));
    const told: unknown[] = [];
    const ledger = dynamoLedger({ client, table, onUnreadable: (error) => told.push(error.message) });
    const [pause] = await ledger.overrides(noon);
    expect(pause).toMatchObject({
      kind: 'pause',
      id: keep.id,
      reason: expect.stringContaining('revoke keep-1'),
    });
    expect(told).toEqual([expect.stringContaining('the override keep-1 cannot be read')]);
    await withdraw(ledger, keep.id);
    expect(await ledger.overrides(noon)).toEqual([]);
    await place(ledger, keep);
    expect(await ledger.overrides(noon)).toEqual([keep]);
  });
});

it('a control record without a checksum cannot be read', async () => {
  const { client, table } = await emptyTable();
  const json = JSON.stringify(control);
  const item = { pk: { S: 'control' }, sk: { S: 'caps' }, seq: { N: '3' }, json: { S: json } };
  await client.send(new PutItemCommand({ TableName: table, Item: item }));
  await expect(dynamoLedger({ client, table }).control()).rejects.toThrow(
    'the control record cannot be read',
  );
});
