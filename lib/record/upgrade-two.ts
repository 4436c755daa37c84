import * as z from 'zod';

// What codec 2 stored, in the form that codec 3 stores: it knew of one act, the stop of a VM. Only what changed is
// named; the rest is kept as it is and read by the schemas of today.

const OldNext = z.union([
  z.looseObject({ kind: z.enum(['stop', 'would-stop']), after: z.number() }).transform(({ kind, after }) => ({
    kind: kind === 'stop' ? 'act' : 'would-act',
    act: 'stop',
    after,
    notBefore: null,
    approve: null,
    then: [],
  })),
  z.looseObject({}),
]);

const OldNotice = z.union([
  z.looseObject({ kind: z.literal('stop-confirmed') }).transform(({ stoppedAt, stillBilled, ...about }) => ({
    ...about,
    kind: 'act-confirmed',
    act: 'stop',
    doneAt: stoppedAt,
    price: stillBilled,
    image: null,
    by: null,
  })),
  z
    .looseObject({ kind: z.literal('stop-not-done') })
    .transform((about) => ({ ...about, kind: 'act-not-done', act: 'stop', retryAfter: null, by: null })),
  z.looseObject({ kind: z.literal('alert'), next: OldNext }),
  z.looseObject({}),
]);

const OldHead = z
  .looseObject({
    target: z.string(),
    stops: z.array(z.looseObject({ vm: z.string() })).default([]),
    outbox: z.array(z.looseObject({ notices: z.array(OldNotice) })).default([]),
  })
  .transform((head) => ({
    ...head,
    stops: head.stops.map(({ vm, ...stop }) => ({ ...stop, subject: `${head.target}/vm/${vm}` })),
  }));

/** @throws an error that says what is wrong with what was stored. */
export const upgradeHeadOfTwo = (json: unknown): unknown => OldHead.parse(json);
