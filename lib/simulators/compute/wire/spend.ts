import * as z from 'zod';
import { Decimal, float, maybe, openEnum, openRecord, record, text, time } from './values.ts';

export const Unit = openEnum('Unit', ['UNIT_UNKNOWN', 'UNIT_GIB_HOUR', 'UNIT_HOUR']);

export const BillingAccountSpendRow = record('BillingAccountSpendRow', {
  projectId: text,
  description: text,
  quantity: float,
  unit: Unit,
  unitAmount: Decimal,
  amount: Decimal,
});

export const GetBillingAccountSpendDetailsResponse = record('GetBillingAccountSpendDetailsResponse', {
  spend: z.array(BillingAccountSpendRow),
});

/** A project's spend in one billing period. */
export const ProjectSpend = record('ProjectSpend', {
  projectId: maybe(text),
  uid: maybe(text),
  startTime: maybe(time),
  endTime: maybe(time),
  spend: maybe(Decimal),
});

export const Order = openRecord('Order', 'What was ordered; the specification shows no fields.');

export const ProjectSpendDetails = record('ProjectSpendDetails', {
  orders: maybe(z.array(Order)),
  spend: maybe(Decimal),
});
