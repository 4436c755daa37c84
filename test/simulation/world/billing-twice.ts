import type { WireProjectSpend } from '../../../lib/clouds/compute/wire/spend.ts';
import { computeSpan, hours, type Instant } from '../../../lib/model/time/time.ts';
import { nanosInWords, readNanos } from './bill.ts';
import type { ModelCloud } from './model-cloud.ts';

/** Returns a cloud that reports all spend twice from the fifth hour on, in three hours of six. */
export const billingTwice =
  (cloud: ModelCloud, start: Instant): ModelCloud =>
  (request) => {
    const reply = cloud(request);
    const hour = Math.floor(computeSpan(start, request.askedAt) / hours(1));
    if (hour < 4 || hour % 6 < 3) return reply;
    if (request.operation === 'listAccountSpend') return withRowsTwice(reply as Rows);
    return request.operation === 'getCurrentSpend' ? spendTwice(reply as WireProjectSpend) : reply;
  };

type Rows = { readonly items: readonly unknown[] };
const withRowsTwice = (reply: Rows): Rows => ({ ...reply, items: [...reply.items, ...reply.items] });

const spendTwice = (reply: WireProjectSpend): WireProjectSpend => ({
  ...reply,
  ...(reply.spend && { spend: nanosInWords(2n * readNanos(reply.spend)) }),
});
