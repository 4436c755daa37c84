import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';
import { listUnreadableFacts, type Observation } from '../../../lib/model/facts/observation.ts';
import { type Instant, later, minutes } from '../../../lib/model/time/time.ts';
import { happens } from '../../../lib/simulators/compute/scenario.ts';
import type { ScriptedEvent } from '../../../lib/simulators/compute/world/world-event.ts';
import { at, type Story, tellStory } from '../../support/story.ts';
import { sampleOf } from '../../support/tier.ts';

const document = join(import.meta.dirname, '../../../docs/openapi.json');
const Schemas = z.object({
  components: z.object({
    schemas: z.record(z.string(), z.object({ required: z.array(z.string()).default([]) })),
  }),
});
const { schemas } = Schemas.parse(JSON.parse(readFileSync(document, 'utf8'))).components;

export type Json = Readonly<Record<string, unknown>>;
export const isJson = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The forms that a member is spoilt to. */
export const forms = {
  'left out': () => undefined,
  null: () => null,
  empty: (value: unknown) => (typeof value === 'string' ? '' : {}),
  'of another type': (value: unknown) => (isJson(value) || Array.isArray(value) ? 'none' : { of: [value] }),
} as const;
export type Form = keyof typeof forms;

/** A member of a record that is spoilt, the record by its id or that of its account or project. */
export type Spoilt = {
  readonly id: string;
  readonly member: string;
  readonly form: Form;
  /** True if the document requires it, and it is read. */
  readonly isRequired: boolean;
};

/** Returns a record for each form of each member that spendwatch reads of a schema, but its id. */
export function spoiltOf(
  name: string,
  prefix: string,
  { shape }: { readonly shape: Json },
): readonly Spoilt[] {
  const { required } = schemas[name] ?? { required: [] };
  // Without a cluster's machines its list is incomplete, on which nothing is decided.
  const members = Object.keys(shape).filter((member) => member !== 'id' && member !== 'machines');
  const all = members.flatMap((member, index) =>
    Object.keys(forms).map((form, turn) => ({
      id: `${prefix}-${index}-${turn}`,
      member,
      form: form as Form,
      isRequired: required.includes(member),
    })),
  );
  return sampleOf(all);
}

export function withSpoilt(record: Json, { member, form }: Spoilt): Json {
  const value = forms[form](record[member]);
  const { [member]: _, ...rest } = record;
  return value === undefined ? rest : { ...rest, [member]: value };
}

/** Changes the records of a reply that are spoilt, by their id. */
export function changed(reply: unknown, spoilt: ReadonlyMap<string, Spoilt>): unknown {
  if (Array.isArray(reply)) return reply.map((one) => changed(one, spoilt));
  if (!isJson(reply)) return reply;
  const within = Object.fromEntries(
    Object.entries(reply).map(([name, value]) => [name, changed(value, spoilt)]),
  );
  const one = spoilt.get(String(reply['id']));
  return one === undefined ? within : withSpoilt(within, one);
}

const policy = `
version: 1
mode: enforce
caps: { per-run: 500, per-day: 1000, share: 100% }
rules:
  - { name: idle, idle: 1h, then: [{ stop: after 30m }] }
  - { name: unused, waste: all }
  - { name: sight, freshness: 15m }
`;
const from = '2026-03-04T00:00:00Z';
export const before = '2026-03-01T08:00:00Z';
export const busy = { workload: { kind: 'constant', cpu: 60, network: 9_000_000 } } as const;
export const idle = { workload: { kind: 'constant', cpu: 2, network: 300 } } as const;

export const account = (id: string, more: object = {}) =>
  happens(before, { kind: 'open-account', id, paymentTerms: 'PREPAID', credit: '5000', ...more });
export const project = (id: string, of: string) =>
  happens(before, { kind: 'create-project', id, account: of });

export type Seen = {
  readonly story: Story;
  readonly facts: readonly string[];
  observation(target: string): Promise<Observation>;
};

export async function tell(
  events: readonly ScriptedEvent[],
  change: (path: string, reply: unknown, now: Instant) => unknown,
  until: number,
): Promise<Seen> {
  const story = await tellStory({ from, events, policy, change, every: minutes(10) });
  await story.runUntil(later(at(from), minutes(until)));
  const heads = await story.ledger.heads();
  const facts = heads.flatMap(({ observation, target }) =>
    observation === null
      ? []
      : listUnreadableFacts(observation).map(({ of, field }) =>
          [target, of, field].filter(Boolean).join(' '),
        ),
  );
  return {
    story,
    facts,
    observation: async (target) => {
      const found = heads.find((head) => head.target === target)?.observation;
      if (found == null) throw new TypeError(`${target} was not observed`);
      return found;
    },
  };
}
