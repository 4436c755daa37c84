import * as z from 'zod';
import { money, percentOf } from '../model/money.ts';

// What codec 1 stored, in the form that codec 2 stores. Only what changed is named; the rest is kept as it is
// and read by the schemas of today, which say what is wrong with it.

const Count = z.union([z.array(z.unknown()), z.looseObject({ count: z.number() })]);
const lengthOf = (column: z.infer<typeof Count>): number =>
  Array.isArray(column) ? column.length : column.count;

/** A column in which nothing is told. */
const untold = (count: number) => ({ kind: 'coded', values: [null], count });

const OldSighting = z.discriminatedUnion('kind', [
  z
    .looseObject({ kind: z.literal('project'), usage: z.looseObject({ at: Count }) })
    .transform(({ usage, ...others }) => {
      const count = lengthOf(usage.at);
      return { ...others, usage: { ...usage, disk: untold(count), answers: untold(count) } };
    }),
  z
    .looseObject({ kind: z.literal('account') })
    .transform((account) => ({ ...account, paymentTerms: null, recharge: null })),
]);

const OldAlert = z
  .looseObject({ subject: z.string(), since: z.number(), severity: z.string(), level: z.number().nullable() })
  .transform((alert) => {
    const { subject, since, severity, level } = alert;
    return {
      ...alert,
      kind: /\/vm\//.test(subject) ? 'idle' : 'budget',
      phase: 'firing',
      said: { at: since, severity, level, times: 1 },
      clearSince: null,
      fired: [since],
    };
  });

const OldNotice = z.discriminatedUnion('kind', [
  z
    .looseObject({
      kind: z.literal('budget-crossed'),
      limit: z.string(),
      threshold: z.number(),
      asOf: z.number(),
      period: z.looseObject({ from: z.number(), until: z.number() }),
      drivers: z.array(z.looseObject({})),
    })
    .transform(({ basis, spent, limit, threshold, period, asOf, drivers, ...about }) => ({
      ...about,
      kind: 'alert',
      news: 'new',
      since: asOf,
      figures: {
        kind: 'budget',
        basis,
        spent,
        limit,
        threshold: percentOf(money(limit), threshold).toFixed(),
        period: { from: period.from, until: period.until },
        asOf,
        forecast: null,
      },
      next: { kind: 'nothing', because: 'the rule only tells' },
      drivers: drivers.map((driver) => ({ ...driver, by: null })),
    })),
  z.looseObject({ kind: z.literal('idle-found'), since: z.number() }).transform(({ price, ...about }) => ({
    ...about,
    kind: 'alert',
    news: 'new',
    figures: {
      kind: 'idle',
      since: about.since,
      points: 0,
      cpu: null,
      network: null,
      disk: null,
      price,
    },
    burnRate: null,
    drivers: [],
  })),
  z
    .looseObject({ kind: z.literal('idle-over') })
    .transform((about) => ({ ...about, kind: 'over', of: 'idle' })),
  z.looseObject({ kind: z.enum(['stop-confirmed', 'stop-not-done', 'caps-held']) }),
]);

const OldMessage = z
  .looseObject({ id: z.string(), at: z.number(), severity: z.string(), notice: OldNotice })
  .transform(({ notice, ...message }) => {
    const { id, at, severity } = message;
    return { ...message, notices: [{ since: at, ...notice, id, severity }] };
  });

const OldHead = z.looseObject({
  sighting: OldSighting.nullable(),
  alerts: z.array(OldAlert),
  outbox: z.array(OldMessage),
});

/** @throws an error that says what is wrong with what was stored. */
export const upgradeHead = (json: unknown): unknown => OldHead.parse(json);

/** @throws an error that says what is wrong with what was stored. */
export const upgradeSighting = (json: unknown): unknown => OldSighting.parse(json);
