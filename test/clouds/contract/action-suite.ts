import { describe, expect, it } from 'vitest';
import { unsupportedAction } from '../../../lib/clouds/profile.ts';
import { getCloudProfile } from '../../../lib/clouds/profiles.ts';
import { ActionKind, getResultingActivity, isRest } from '../../../lib/model/action-kind.ts';
import { type Activity, ResourceKind } from '../../../lib/model/facts/resource.ts';
import { hours } from '../../../lib/model/time/time.ts';
import type { ActedOn, CloudContract } from './cloud-contract.ts';
import { type Connected, connected, imageId, seenOf } from './connected.ts';

const kinds: readonly ActedOn[] = ['vm', 'machine', 'cluster-machine'];

async function activityOf({ pollProject, simulated }: Connected, of: ActedOn): Promise<Activity> {
  const { resources } = seenOf(await pollProject());
  return (
    resources.find(({ kind, id }) => kind === of && id.valueOf() === simulated.ids[of])?.activity ?? 'gone'
  );
}

/** Returns the activity of what an action is to bring about: of the image that it makes, or of the resource. */
async function standingOf(on: Connected, action: ActionKind, of: ActedOn): Promise<Activity> {
  if (action !== 'image') return activityOf(on, of);
  const { resources } = seenOf(await on.pollProject());
  return resources.find(({ id }) => id === imageId)?.activity ?? 'gone';
}

const changes = ({ gate }: Connected): number =>
  gate.received.filter(({ method }) => method !== 'GET').length;

/** Brings a resource into the state that an action is for. */
async function readyFor(contract: CloudContract, action: ActionKind, of: ActedOn): Promise<Connected> {
  const on = await connected(contract);
  if (!isRest(action)) on.simulated.change(of, 'stopped');
  on.settle();
  return on;
}

/** How a cloud takes actions, from each state. */
export function describeActions(contract: CloudContract): void {
  const profile = getCloudProfile(contract.name);
  const rows = ActionKind.options.flatMap((action) =>
    kinds.flatMap((of) => (profile.actions[action].on.includes(of) ? [[action, of] as const] : [])),
  );

  it('every action is supported on a kind of resource, or declared unsupported with its reason', () => {
    for (const action of ActionKind.options)
      for (const kind of ResourceKind.options) {
        const because = unsupportedAction(profile, action, kind);
        if (because !== null) expect(because).toMatch(/\w{3}.* \w{2}/);
        else expect(kinds).toContain(kind);
      }
    expect(rows.length).toBeGreaterThan(0);
  });

  describe.each(rows)('%s of a %s', (action, of) => {
    const wanted = getResultingActivity(action) ?? 'running';

    it('is requested once, and carried out', async () => {
      const on = await readyFor(contract, action, of);
      expect(await on.act(action, of)).toMatchObject({ kind: 'requested' });
      expect(changes(on)).toBe(1);
      on.settle();
      expect(await standingOf(on, action, of)).toBe(wanted);
    });

    it('is checked against what was read again, and not requested where the check objects', async () => {
      const on = await readyFor(contract, action, of);
      const before = await standingOf(on, action, of);
      const shown = await activityOf(on, of);
      for (const kind of ['cancelled', 'already-so'] as const) {
        const outcome = await on.act(action, of, ({ resource }) => {
          expect([resource.kind, resource.activity]).toEqual([of, shown]);
          return { kind, because: 'a reason' };
        });
        expect(outcome).toMatchObject({ kind, because: 'a reason' });
      }
      expect(changes(on)).toBe(0);
      on.settle();
      expect(await standingOf(on, action, of)).toBe(before);
    });

    it('that is under way or done has no effect a second time', async () => {
      const on = await readyFor(contract, action, of);
      await on.act(action, of);
      const meanwhile = await on.act(action, of);
      on.settle();
      const afterwards = await on.act(action, of);
      for (const { kind, because } of [meanwhile, afterwards]) {
        expect(['requested', 'already-so', 'refused', 'not-sent']).toContain(kind);
        expect(because).not.toBe('');
      }
      on.settle();
      expect(await standingOf(on, action, of)).toBe(wanted);
    });

    it('whose reply is lost never counts as refused, and is carried out once', async () => {
      const on = await readyFor(contract, action, of);
      on.gate.set({ after: (reply, { method }) => (method === 'GET' ? reply : 'broken off') });
      const outcome = await on.act(action, of);
      on.gate.set({});
      expect(['requested', 'unanswered']).toContain(outcome.kind);
      expect(changes(on)).toBe(1);
      on.settle();
      expect(await standingOf(on, action, of)).toBe(wanted);
    });

    it('whose reply is lost, and after which nothing can be read, has the outcome unanswered', async () => {
      const on = await readyFor(contract, action, of);
      on.gate.set({ after: (reply) => (changes(on) === 0 ? reply : 'broken off') });
      expect(await on.act(action, of)).toMatchObject({ kind: 'unanswered' });
      on.gate.set({});
      expect(changes(on)).toBe(1);
    });

    it.each([
      ['403', 403, {}],
      ['409', 409, {}],
      ['429', 429, {}],
      ['429 with Retry-After', 429, { 'retry-after': '30' }],
    ] as const)(
      'that is refused by %s is reported as refused, and nothing has changed',
      async (_, status, headers) => {
        const on = await readyFor(contract, action, of);
        const before = await standingOf(on, action, of);
        const body = JSON.stringify({ code: status, message: 'no' });
        on.gate.set({
          before: ({ method }) =>
            method === 'GET'
              ? null
              : { status, body, headers: { 'content-type': 'application/json', ...headers } },
        });
        const outcome = await on.act(action, of);
        on.gate.set({});
        expect(outcome.kind).toBe('refused');
        if ('retry-after' in headers && outcome.kind === 'refused') expect(outcome.retryAfter).toBe(30_000);
        on.settle();
        expect(await standingOf(on, action, of)).toBe(before);
      },
    );

    it('is not sent while the clock of the cloud is wrong, which is its outcome', async () => {
      const on = await readyFor(contract, action, of);
      const date = new Date(on.now() + hours(2)).toUTCString();
      on.gate.set({ after: (reply) => ({ ...reply, headers: { ...reply.headers, date } }) });
      expect(await on.act(action, of)).toMatchObject({ kind: 'not-sent' });
      expect(changes(on)).toBe(0);
    });

    it('on a resource that cannot be read again is not sent', async () => {
      const on = await readyFor(contract, action, of);
      const before = await standingOf(on, action, of);
      on.gate.set({
        before: ({ method }) => (method === 'GET' ? { status: 503, body: '{}', headers: {} } : null),
      });
      expect(await on.act(action, of)).toMatchObject({ kind: 'not-sent' });
      on.gate.set({});
      expect(changes(on)).toBe(0);
      expect(await standingOf(on, action, of)).toBe(before);
    });
  });
}
