import { describe, expect, it } from 'vitest';
import { CloudError } from '../../../lib/clouds/http/errors.ts';
import type { PollResult, ProjectObservation } from '../../../lib/model/facts/observation.ts';
import { seconds } from '../../../lib/model/time/time.ts';
import { markedKey } from '../../support/api-key.ts';
import { isWhole } from '../../support/tier.ts';
import type { CloudContract } from './cloud-contract.ts';
import { type Connected, connected, keysIn, seenOf } from './connected.ts';
import type { Gate, GateReply } from './gate.ts';

const html = '<!DOCTYPE html><html><h1>Bad gateway</h1></html>';
const json = { 'content-type': 'application/json' };
const instead =
  (status: number, body: string, headers: GateReply['headers'] = json) =>
  (): GateReply => ({ status, body, headers });

/** What may come in place of a reply, by its name. */
const troubles: Readonly<Record<string, NonNullable<Gate['after']>>> = {
  '401': instead(401, '{"code":401,"message":"no"}'),
  '403': instead(403, '{"code":403,"message":"no"}'),
  '429': instead(429, 'slow down', { 'content-type': 'text/plain' }),
  '429 with Retry-After': instead(429, '{}', { ...json, 'retry-after': '1' }),
  '500': instead(500, '{}'),
  '503': instead(503, '{"message":"try again"}'),
  'a web page with 502': instead(502, html, { 'content-type': 'text/html' }),
  'a web page with 200': instead(200, html, { 'content-type': 'text/html' }),
  'nothing with 200': instead(200, ''),
  'no JSON': instead(200, '}{'),
  null: instead(200, 'null'),
  'a text': instead(200, '"text"'),
  'an empty object': instead(200, '{}'),
  'an empty list': instead(200, '[]'),
  'half of the reply': (reply) => ({ ...reply, body: reply.body.slice(0, Math.ceil(reply.body.length / 2)) }),
  'a reset connection': () => 'broken off',
};

/** Returns a reply with the lists in it, at the top or one field below it, changed. */
const withLists =
  (change: (list: readonly unknown[]) => unknown[]) =>
  (reply: GateReply): GateReply => {
    const body: unknown = reply.body === '' ? null : JSON.parse(reply.body);
    const changed = Array.isArray(body)
      ? change(body)
      : typeof body === 'object' && body !== null
        ? Object.fromEntries(
            Object.entries(body).map(([name, value]) => [name, Array.isArray(value) ? change(value) : value]),
          )
        : body;
    return { ...reply, body: JSON.stringify(changed) };
  };

/** Polls while a trouble lasts, and checks that it hid nothing; then that it is over. */
async function hidesNothing(on: Connected, before: ProjectObservation, gate: Gate): Promise<PollResult> {
  on.gate.set(gate);
  const result = await on.pollProject(before);
  on.gate.set({});
  if (result.kind === 'failed-poll') expect(result.because).not.toBe('');
  else expect(keysIn(result)).toEqual(expect.arrayContaining(keysIn(before)));
  const after = seenOf(await on.pollProject(result.kind === 'project' ? result : before));
  expect(after.missing).toEqual([]);
  expect(keysIn(after)).toEqual(keysIn(before));
  return result;
}

/** Tests what a cloud does with replies that fail, break off, or are wrong. */
export function describeTrouble(contract: CloudContract): void {
  describe('a faulty reply', () => {
    it.each(Object.entries(troubles))('as %s hides no resource and throws nothing', async (_, after) => {
      const on = await connected(contract);
      const before = seenOf(await on.pollProject());
      const result = await hidesNothing(on, before, { after });
      // Where no request succeeded, nothing may pass for a whole poll.
      if (result.kind === 'project') expect(result.missing).not.toEqual([]);
      await expect(on.pollAccount()).resolves.toBeDefined();
    });

    it('to one request does not affect the others', async () => {
      const on = await connected(contract);
      const before = seenOf(await on.pollProject());
      const paths = [...new Set(on.gate.received.map(({ path }) => path))];
      const names = Object.keys(troubles);
      for (const [index, path] of paths.entries())
        for (const name of isWhole() ? names : [names[index % names.length] ?? '']) {
          const trouble = troubles[name] ?? expect.fail(name);
          const after: Gate['after'] = (reply, request) =>
            request.path === path ? trouble(reply, request) : reply;
          await hidesNothing(on, before, { after });
        }
    });

    it('that refuses the key is reported as such, and proves no absence', async () => {
      const on = await connected(contract);
      const refused = on.openWith(markedKey('unknown'));
      const error = await refused.listTargets().catch((thrown: unknown) => thrown);
      expect(error).toBeInstanceOf(CloudError);
      expect(error).toMatchObject({ kind: 'unauthenticated' });
    });
  });

  describe('a list that lacks what exists (invariant 22)', () => {
    it.each([
      ['is empty', withLists(() => [])],
      ['ends early', withLists((list) => list.slice(0, Math.floor(list.length / 2)))],
    ])('because it %s removes no resource, and counts as incomplete', async (_, after) => {
      const on = await connected(contract);
      const before = seenOf(await on.pollProject());
      const result = seenOf(await hidesNothing(on, before, { after }));
      expect(result.missing.length).toBeGreaterThan(0);
    });

    it('proves an absence where the resource is gone', async () => {
      const on = await connected(contract);
      const before = seenOf(await on.pollProject());
      on.simulated.change('vm', 'gone');
      on.settle();
      const after = seenOf(await on.pollProject(before));
      expect(after.missing).toEqual([]);
      expect(after.resources.filter(({ kind, activity }) => kind === 'vm' && activity !== 'gone')).toEqual(
        [],
      );
    });
  });

  it('a request that never ends does not block the poll', async () => {
    const on = await connected(contract);
    const before = seenOf(await on.pollProject());
    const after: Gate['after'] = (reply) => ({
      ...reply,
      headers: { ...reply.headers, 'retry-after': '9000' },
      status: 429,
    });
    const began = on.now();
    await hidesNothing(on, before, { after });
    expect(on.now() - began).toBeLessThan(seconds(300));
  });
}
