import * as z from 'zod';

const page = z.coerce.number().int().min(1).max(1_000_000).catch(1);

/** The query parameters of a list. Invalid ones are ignored, since people edit addresses by hand. */
export const ListQuery = z.object({
  page,
  find: z.string().max(200).catch(''),
  kind: z.string().catch('any'),
  state: z.enum(['any', 'running', 'stopped', 'idle', 'unused', 'alerting']).catch('any'),
  sort: z.enum(['name', 'price', 'note']).catch('name'),
  project: z.string().nullable().catch(null).default(null),
});
export type ListQuery = z.infer<typeof ListQuery>;

const range = z.enum(['24h', '7d', '30d']).catch('30d');
export const CreditQuery = z.object({ name: z.string().min(1), range });
export const BudgetQuery = z.object({ name: z.string().min(1), rule: z.string().nullable().default(null) });
export const SpendQuery = z.object({
  range,
  by: z.enum(['project', 'kind']).catch('project'),
  subject: z.string().nullable().catch(null).default(null),
});
export type SpendQuery = z.infer<typeof SpendQuery>;

const hours = z.coerce.number().int().min(1).max(168).catch(24);
export const UseQuery = z.object({ project: z.string().min(1), hours });
export const PointsQuery = z.object({ name: z.string().min(1), hours });
export const SubjectQuery = z.object({ name: z.string().min(1) });
export const PageQuery = z.object({
  page,
  state: z.enum(['now', 'all']).catch('now'),
  find: z.string().max(200).catch(''),
});
export type PageQuery = z.infer<typeof PageQuery>;
