import * as z from 'zod';
import { Decimal, float, maybe, openEnum, openRecord, text, time } from './values.ts';

export const Unit = openEnum('Unit', ['UNIT_UNKNOWN', 'UNIT_GIB_HOUR', 'UNIT_HOUR']);

export const BillingAccountSpendRow = z
  .object({
    projectId: text,
    description: text,
    quantity: float,
    unit: Unit,
    unitAmount: Decimal,
    amount: Decimal,
  })
  .meta({ id: 'BillingAccountSpendRow' });

export const GetBillingAccountSpendDetailsResponse = z
  .object({ spend: z.array(BillingAccountSpendRow) })
  .meta({ id: 'GetBillingAccountSpendDetailsResponse' });

/** A project's spend in one billing period. */
export const ProjectSpend = z
  .object({
    projectId: maybe(text),
    uid: maybe(text),
    startTime: maybe(time),
    endTime: maybe(time),
    spend: maybe(Decimal),
  })
  .meta({ id: 'ProjectSpend' });

export const Order = openRecord('Order', 'What was ordered; the specification shows no fields.');

export const ProjectSpendDetails = z
  .object({ orders: maybe(z.array(Order)), spend: maybe(Decimal) })
  .meta({ id: 'ProjectSpendDetails' });
