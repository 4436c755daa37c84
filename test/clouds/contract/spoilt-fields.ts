import { describe, expect, it } from 'vitest';
import type { Cloud } from '../../../lib/clouds/cloud.ts';
import type { AnyOperation, CloudClient } from '../../../lib/clouds/http/operation.ts';
import { readRecord } from '../../../lib/clouds/http/read-record.ts';
import { unnamedConnection } from '../../../lib/jobs/ports.ts';
import { watch } from '../../../lib/jobs/watch/watch.ts';
import { listUnreadableFacts, type Observation } from '../../../lib/model/facts/observation.ts';
import { hours } from '../../../lib/model/time/time.ts';
import { memoryLedger } from '../../../lib/record/memory-ledger.ts';
import { anIdleRule, aPolicy } from '../../support/builders/policy-builders.ts';
import type { Answers } from '../../support/clouds/scripted-cloud.ts';
import { noting } from '../../support/clouds/unreadable-platform.ts';
import { fieldsOf, left, withField } from '../../support/fields-of.ts';
import { setClock } from '../../support/set-clock.ts';
import { sampleOf } from '../../support/tier.ts';
import { on } from '../../support/timeline.ts';
import type { CloudWithReplies } from './cloud-contract.ts';

const policy = aPolicy({ rules: [anIdleRule()] });

/** What a field may come to hold, whether it may or not. */
export const values: readonly (readonly [string, unknown])[] = [
  ['left out', left],
  ['a long text', 'x'.repeat(100_000)],
  ...[null, '', {}, { value: '' }, [], 0, -1, 0.5, 1e99, true, 'NaN', '$100.00', 'A_WORD_OF_TOMORROW'].map(
    (value) => [JSON.stringify(value), value] as const,
  ),
];

type Path = readonly (string | number)[];

/** A field of the first record that an operation answers with, and what it holds instead. */
type Change = { readonly operation: AnyOperation; readonly path: Path; readonly value: unknown };

/** Two of everything, polled so seldom that all of it is asked for in each poll. */
function aPolledPlatform({ replies }: CloudWithReplies, made: CloudWithReplies['open']) {
  const clock = setClock(on('10:00'));
  let change: Change | null = null;
  const changeable: Answers<string> = Object.fromEntries(
    Object.entries(replies.twoOfEach(clock)).map(
      ([id, answer]) =>
        [
          id,
          (input: Readonly<Record<string, unknown>>) => {
            if (change?.operation.id !== id) return answer?.(input);
            const at = change.operation.kind === 'list' ? [0, ...change.path] : change.path;
            return withField(answer?.(input), at, change.value);
          },
        ] as const,
    ),
  );
  const cloud = noting(replies.platform(clock, changeable));
  const ledger = memoryLedger();
  const lines: string[] = [];
  const log = (event: string, details = {}) => void lines.push([event, ...Object.values(details)].join(' '));
  return {
    operations: cloud.operations,
    async poll(now: Change | null = null) {
      change = now;
      lines.length = 0;
      clock.pass(hours(25));
      const report = await watch(
        { clock, connections: [unnamedConnection(made(cloud))], ledger, log },
        { policy },
      );
      expect(report.failures).toEqual([]);
      expect(report.targets.filter(({ kind }) => kind !== 'turned')).toEqual([]);
      const heads = await ledger.heads();
      return {
        told: lines.filter((line) => line.startsWith('fact-unreadable')),
        observations: new Map(
          heads.flatMap(({ target, observation }) => (observation ? [[target, observation]] : [])),
        ),
        missing: heads.flatMap(({ observation }) => observation?.missing ?? []),
        unseen: heads.filter(({ failedPolls }) => failedPolls > 0).map(({ target }) => target),
      };
    },
  };
}

type Poll = Awaited<ReturnType<ReturnType<typeof aPolledPlatform>['poll']>>;

/** Names of all that a poll shows. */
const namesIn = ({ observations }: Poll): string[] =>
  [...observations.values()]
    .flatMap((observation) => [
      `target ${observation.kind}`,
      ...(observation.kind === 'project' ? observation.resources.map(({ kind, id }) => `${kind}/${id}`) : []),
    ])
    .sort();

/** What is known of everything but the first of each kind, beside when it was seen. */
const othersIn = (
  { observations }: Poll,
  operation: AnyOperation,
  joint: CloudWithReplies['replies']['joint'],
): unknown[] =>
  [...observations.values()].flatMap((observation) =>
    observation.kind === 'project'
      ? observation.resources
          .filter(({ id }) => id.startsWith('other'))
          .map(({ seenAt: _, price, ...facts }) => ({
            ...facts,
            price: price?.running.toFixed(),
            ...Object.fromEntries((joint[operation.id] ?? []).map((fact) => [fact, undefined])),
          }))
      : [],
  );

const unreadableNames = ({ observations }: Poll): string[] =>
  [...observations].flatMap(([target, observation]) =>
    listUnreadableFacts(observation).map(({ part, of, field }) => [target, part, of, field].join(' ')),
  );

/** What the first of each kind cost and the whole account spends, as far as anything is known of it. */
const figuresIn = (observation: Observation | undefined): string[] =>
  observation?.kind === 'project'
    ? observation.resources.flatMap(({ price }) => price?.running.toFixed() ?? [])
    : observation?.kind === 'account'
      ? [
          observation.burnRate,
          observation.monthlySpend,
          observation.monthlySpendLimit,
          observation.spend?.amount,
        ].flatMap((figure) => figure?.toFixed() ?? [])
      : [];

/** True if a field that may be missing has a value that cannot be read. */
function isMisread({ operation, path, value }: Change, { replies }: CloudWithReplies): boolean {
  const answers = replies.twoOfEach(setClock(on('10:00')));
  const reply = answers[operation.id]?.({ id: 'main', projectId: 'lab' });
  const at = operation.kind === 'list' ? [0, ...path] : path;
  const changed = withField(reply, at, value);
  const record = operation.kind === 'list' && Array.isArray(changed) ? changed[0] : changed;
  const read = readRecord(operation.kind === 'list' ? operation.item : operation.reply, record);
  return read.kind === 'read' && read.fields.length > 0;
}

/**
 * Holds of every field of every reply that none of the values given for it, by its place in the reply, hides anything,
 * fails anything or is reported more than once.
 */
export async function describeSpoiltFields(
  contract: CloudWithReplies,
  valuesOf: (index: number) => typeof values,
  made: (client: CloudClient, operation: AnyOperation) => Cloud = contract.open,
): Promise<void> {
  const { names, lists, onlyNames, joint } = contract.replies;
  const whole = aPolledPlatform(contract, contract.open);
  const baseline = await whole.poll().then(() => whole.poll());
  const asked = [...whole.operations.values()];
  describe.each(asked.map((operation) => [operation.id, operation] as const))(
    'any value of a field in the reply to %s (invariants 1, 9 and 17)',
    (_, operation) => {
      const fields = fieldsOf(operation.kind === 'list' ? operation.item : operation.reply);

      it.each(sampleOf(fields).map((path, index) => [path.join('.'), path, index] as const))(
        'in %s hides nothing, fails nothing and is reported once',
        async (name, path, index) => {
          const platform = aPolledPlatform(contract, (client) => made(client, operation));
          await platform.poll();
          // A name that can be read is another name; where records of a kind have none, there is none to lose.
          const isName = names.includes(String(path.at(-1)));
          const isList = lists.includes(name);
          const isKept = !onlyNames.includes(operation.id);
          let known: readonly string[] = [];
          for (const [told, value] of valuesOf(index)) {
            if (isName && typeof value === 'string' && value !== '' && value.length < 100) continue;
            if (isList && (value === left || value === null || JSON.stringify(value) === '[]')) continue;
            const change = { operation, path, value };
            const first = await platform.poll(change);
            // A single record without its name may be of something else, which makes this a poll that failed.
            if (isName && operation.kind === 'single') {
              expect(first.unseen, told).not.toEqual([]);
              continue;
            }
            expect(first.unseen, told).toEqual([]);
            expect(namesIn(first), told).toEqual(expect.arrayContaining(namesIn(baseline)));
            expect(othersIn(first, operation, joint), told).toEqual(othersIn(baseline, operation, joint));
            for (const observation of first.observations.values()) {
              for (const figure of figuresIn(observation)) {
                expect(Number(figure), told).toBeGreaterThanOrEqual(0);
                expect(Number(figure), told).toBeLessThanOrEqual(1e9);
              }
            }
            if (!isName && !isList) expect(first.missing, told).toEqual([]);
            const facts = unreadableNames(first);
            if (isKept && isMisread(change, contract)) expect(facts, told).not.toEqual([]);
            expect(first.told.length, told).toBe(facts.filter((fact) => !known.includes(fact)).length);
            // Where it was known before, this poll is the one that does not show it again.
            if (facts.some((fact) => !known.includes(fact)))
              expect((await platform.poll(change)).told, told).toEqual([]);
            known = facts;
          }
          const mended = await platform.poll();
          expect(unreadableNames(mended)).toEqual([]);
          expect(othersIn(mended, operation, joint)).toEqual(othersIn(baseline, operation, joint));
        },
      );
    },
  );
}
